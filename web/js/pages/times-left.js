// How much time is left at each table of a list, kept right while the page is open.

import { setText } from "../dom.js";
import { timeLeftAt } from "../sentences/lists.js";

/** How often the times are told anew (milliseconds). */
const TELL_EVERY = 10_000;

export class TimesLeft {
  #list;
  /** How far the server's clock is ahead of this one (milliseconds). */
  #ahead = 0;

  /** @param {HTMLElement} list says when the server made it (`data-now`); an element in it until when there is time (`data-until`) */
  constructor(list) {
    this.#list = list;
    this.fetched();
    setInterval(() => this.#tell(), TELL_EVERY);
    // Nothing is told while a page is hidden for long.
    document.addEventListener("visibilitychange", () => this.#tell());
  }

  /** The list is as the server has just made it. */
  fetched() {
    this.#ahead = Number(this.#list.dataset.now) - Date.now();
  }

  #tell() {
    const now = Date.now() + this.#ahead;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll("[data-until]"))) {
      const low = now >= Number(element.dataset.lowFrom);
      element.classList.toggle("low", low);
      setText(element, timeLeftAt(Number(element.dataset.until) - now, low));
    }
  }
}
