// One's own tables on a page with lists: fetched again when they have changed, and counted in the title and the icon of the tab.

import { byId, keepingFocus } from "../dom.js";
import { fetchElement } from "../net/lists.js";
import { ring } from "../panels/bell.js";
import { favicon } from "../panels/favicon.js";
import { tabCount } from "../sentences/lists.js";
import { isOn } from "../storage.js";

/** The shortest time between two requests (milliseconds). */
const PAUSE = 1_000;

export class OwnTables {
  #root = byId("yours");
  #title = document.title;
  #fetching = false;
  /** Whether something has changed since the last request was sent. */
  #changed = false;
  #first = true;
  /** @type {string[]} the tables where the others have nudged us */
  #nudged = [];

  constructor() {
    this.#count();
  }

  /**
   * It is our turn at these tables now, or something else about our tables has changed.
   * @type {(tables: string[], nudged: string[]) => void} `nudged`: those where the others have nudged us
   */
  changed(tables, nudged) {
    if (!this.#first && nudged.some((code) => !this.#nudged.includes(code)) && isOn("sound", true)) ring();
    this.#nudged = nudged;
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
