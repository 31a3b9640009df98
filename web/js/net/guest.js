// Who we are: the name is given once, and the server keeps it in a cookie that scripts cannot read.

/** @import { PlayerView } from "../protocol.js" */

/**
 * Makes or renames the guest that we are. Throws with a sentence for people if the name cannot be used.
 * @param {string} name
 * @returns {Promise<PlayerView>}
 */
export async function callMe(name) {
  const answer = await ask(name);
  const said = await answer.json().catch(() => null);
  if (answer.ok && said) return said;
  throw new Error(said?.sentence ?? "The name could not be saved. Please try again.");
}

/** @param {string} name */
async function ask(name) {
  const headers = { "Content-Type": "application/json" };
  try {
    return await fetch("/guest", { method: "POST", headers, body: JSON.stringify({ name }) });
  } catch {
    throw new Error("Thicket cannot be reached at the moment. Please try again.");
  }
}
