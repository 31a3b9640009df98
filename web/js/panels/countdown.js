// The seconds before a game starts, counted on our own clock from what the server said was left.

/** @import { State } from "../model/session.js" */
/** @import { Live } from "../model/room.js" */
import { setText } from "../dom.js";
import { startsIn } from "../sentences/page.js";

export class Countdown {
  static root = "countdown";
  /** @type {number | null} */
  #end = null;
  /** @type {Live | null} */
  #from = null;
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    setInterval(() => this.#tick(), 200);
  }

  /** @param {State} state */
  update({ table, live }) {
    const from = table.phase === "waiting" ? live : null;
    if (from === this.#from) return;
    this.#from = from;
    this.#end = from?.countdown == null ? null : Date.now() + from.countdown;
    this.#tick();
  }

  #tick() {
    const left = this.#end === null ? null : Math.max(0, Math.ceil((this.#end - Date.now()) / 1000));
    setText(this.#root, left === null ? "" : startsIn(left));
  }
}
