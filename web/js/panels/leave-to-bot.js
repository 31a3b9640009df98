// Bots in the game: the buttons that let one play on, for oneself or for somebody who is away.

/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { sentenceOf } from "../net/http.js";
import { later } from "../net/later.js";
import { botInsteadOf } from "../sentences/offers.js";

/** @type {() => Promise<typeof import("./bot-dialog.js")>} */
const loadBotDialog = later((again) => import(`./bot-dialog.js${again}`));

export class LeaveToBot {
  static root = "leave-to-bot";
  #root;
  #session;
  #instead = byId("bot-away");

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    root.addEventListener("click", () => void this.#offer(session.seat));
    this.#instead.addEventListener("click", () => void this.#offer(session.state.toMove ?? 0));
  }

  /** @param {State} state */
  update(state) {
    const { playing, table, seats, toMove } = state;
    // Where several play on this device, it would not be clear whose seat is meant.
    this.#root.hidden = !playing || seats.length !== 1 || Boolean(table.rated);
    /** @type {HTMLButtonElement} */ (this.#root).disabled = table.offer !== null;
    this.#instead.hidden = byId("drop-away").hidden || Boolean(table.rated);
    if (toMove !== null) setText(this.#instead, botInsteadOf(playerName(state, toMove)));
  }

  /** @param {number} seat */
  async #offer(seat) {
    try {
      (await loadBotDialog()).offerBot(this.#session, seat);
    } catch (problem) {
      this.#session.tell(sentenceOf(problem));
    }
  }
}
