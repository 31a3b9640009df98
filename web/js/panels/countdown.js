// The seconds before a game starts, counted on our own clock from what the server said was left.

/** @import { Live } from "../model/room.js" */

export class Countdown {
  /** @type {number | null} */
  #end = null;
  /** @type {Live | null} */
  #from = null;
  #element;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
    setInterval(() => this.#tick(), 200);
  }

  /** @param {Live | null} live */
  show(live) {
    if (live === this.#from) return;
    this.#from = live;
    this.#end = live?.countdown == null ? null : Date.now() + live.countdown;
    this.#tick();
  }

  #tick() {
    const left = this.#end === null ? -1 : Math.max(0, Math.ceil((this.#end - Date.now()) / 1000));
    const words = left < 0 ? "" : left === 0 ? "The game starts …" : `The game starts in ${left}.`;
    if (this.#element.textContent !== words) this.#element.textContent = words;
  }
}
