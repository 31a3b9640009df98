// Who we are: a name is given once, and the server keeps who has it in a cookie that scripts cannot read.

/** @import { PlayerView } from "../../protocol.js" */
import { post } from "./http.js";

/** The request before: two requests of a newcomer at the same time would make two guests. @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * Makes or renames the guest that we are. Throws with a sentence for people if the name cannot be used.
 * @param {string} name
 * @returns {Promise<PlayerView>}
 */
export function nameGuest(name) {
  const answer = before.then(() => post("/guest", { name }));
  before = answer.catch(() => {});
  return answer;
}
