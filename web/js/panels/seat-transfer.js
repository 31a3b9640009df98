// Moving one's seat to another device: a link with a secret behind its #, which only a script ever sends.

/** @import { PageView, PlayerView, RejoinView } from "../protocol.js" */
import { byId } from "../dom.js";
import { recall, remember } from "./settings.js";
import { share } from "./share.js";

/**
 * Asks the server. Throws with a sentence for people.
 * @param {string} path
 * @param {object} [body]
 */
async function post(path, body) {
  const address = `${location.pathname.replace(/\/$/, "")}/rejoin${path}`;
  const headers = body ? { "Content-Type": "application/json" } : undefined;
  const answer = await fetch(address, { method: "POST", headers, body: body && JSON.stringify(body) }).catch(() => null);
  const said = answer && answer.status !== 204 ? await answer.json().catch(() => null) : null;
  if (answer?.ok) return said;
  throw new Error(said?.sentence ?? "Thicket cannot be reached at the moment. Please try again.");
}

/** The secret in the address, which is taken out of it: it is nobody else's, and not for the history. */
export function secretHere() {
  const secret = /^#move=([\w-]+)$/.exec(location.hash)?.[1];
  if (secret) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

/**
 * @typedef {object} Deeds
 * @property {(sentence: string) => void} tell
 * @property {() => Promise<unknown>} rejoin opens the line anew, as whoever we are now
 */

/**
 * Takes the seat that the secret moves, if somebody says so.
 * @type {(secret: string, deeds: Deeds) => Promise<void>}
 */
export async function takeSeat(secret, { tell, rejoin }) {
  try {
    /** @type {PlayerView} */
    const player = await post("/look", { secret });
    byId("take-title").textContent = `Take ${player.name}’s seat on this device?`;
    if ((await answerOf(byId("take-dialog"))) !== "take") return tell("You look on. The link is still good for a while.");
    await post("/take", { secret });
    await rejoin();
    tell(`You play as ${player.name} on this device now.`);
  } catch (problem) {
    tell(problem instanceof Error ? problem.message : String(problem));
  }
}

/** @type {(dialog: HTMLDialogElement) => Promise<string>} */
function answerOf(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener("close", () => answer(dialog.returnValue), { once: true }));
}

/** Makes links for our own seat. */
export class Mover {
  #button = byId("move-seat");
  #offer = byId("offer");
  #page;
  #tell;
  #offered = recall("offered") === "yes";
  /** @type {((what: { title: string, url: string }) => void) | null} */
  #show = null;

  /**
   * @param {PageView} page
   * @param {(sentence: string) => void} tell
   */
  constructor(page, tell) {
    this.#page = page;
    this.#tell = tell;
    this.#button.addEventListener("click", () => void this.#make());
    byId("offer-yes").addEventListener("click", () => {
      this.#declined();
      void this.#make();
    });
    byId("offer-no").addEventListener("click", () => this.#declined());
  }

  #declined() {
    this.#offered = true;
    this.#offer.hidden = true;
    remember("offered", "yes");
  }

  /** @type {(seated: boolean, waiting: boolean) => void} */
  show(seated, waiting) {
    this.#button.hidden = !seated;
    this.#offer.hidden = !seated || !waiting || this.#offered;
  }

  async #make() {
    try {
      /** @type {RejoinView} */
      const { link, expires } = await post("");
      const until = new Date(expires).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      byId("move-until").textContent = `until ${until}`;
      this.#show ??= share(byId("move-share"), { title: "", url: "" });
      this.#show({ title: `My seat at ${this.#page.kind.title} on Thicket`, url: link });
      if ((await answerOf(byId("move-dialog"))) !== "revoke") return;
      await post("/revoke");
      this.#tell("The link is good no longer.");
    } catch (problem) {
      this.#tell(problem instanceof Error ? problem.message : String(problem));
    }
  }
}
