// Letting a bot play on: the button for one’s own seat.

/** @import { Session, State } from "../model/session.js" */
import { sentenceOf } from "../net/http.js";
import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./bot-dialog.js")>} */
const loadBotDialog = later((again) => import(`./bot-dialog.js${again}`));

export class LeaveToBot {
  static root = "leave-to-bot";
  #root;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    root.addEventListener("click", () => void offerBotFor(session, session.seat));
  }

  /** @param {State} state */
  update({ playing, table, seats }) {
    // Where several play on this device, it would not be clear whose seat is meant.
    this.#root.hidden = !playing || seats.length !== 1 || Boolean(table.rated);
    /** @type {HTMLButtonElement} */ (this.#root).disabled = table.offer !== null;
  }
}

/** Asks how strong the bot is to be, and offers that it plays on in a seat. @type {(session: Session, seat: number) => Promise<void>} */
export async function offerBotFor(session, seat) {
  try {
    (await loadBotDialog()).offerBot(session, seat);
  } catch (problem) {
    session.notify(sentenceOf(problem));
  }
}
