// One's own tables on a page with lists: fetched again when they have changed, and counted in the title and the icon of the tab.

import { byId, keepingFocus } from "../dom.js";
import { fetchElement } from "../net/lists.js";
import { favicon } from "../panels/favicon.js";
import { tabCount } from "../sentences/page.js";

/** The shortest time between two requests (milliseconds). */
const PAUSE = 1_000;

export class OwnTables {
  #root = byId("yours");
  #title = document.title;
  #fetching = false;
  /** Whether something has changed since the last request was sent. */
  #changed = false;
  #first = true;

  constructor() {
    this.#count();
  }

  /** It is our turn at these tables now, or something else about our tables has changed. @param {string[]} tables */
  changed(tables) {
    const known = this.#first && tables.length === this.#turns();
    this.#first = false;
    if (known) return;
    this.#changed = true;
    if (!this.#fetching) void this.#fetch();
  }

  async #fetch() {
    this.#fetching = true;
    while (this.#changed) {
      this.#changed = false;
      const now = await fetchElement("yours");
      if (now) this.#show(now);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.#fetching = false;
  }

  /** @param {HTMLElement} now */
  #show(now) {
    if (now.innerHTML !== this.#root.innerHTML) keepingFocus(this.#root, () => this.#root.replaceChildren(...now.childNodes));
    this.#root.dataset.turns = now.dataset.turns;
    this.#count();
  }

  #turns() {
    return Number(this.#root.dataset.turns);
  }

  #count() {
    const title = tabCount(this.#turns(), this.#title);
    if (document.title !== title) document.title = title;
    favicon(this.#turns() > 0);
  }
}
