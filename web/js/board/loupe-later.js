// The loupe is loaded by the first finger that aims: most boards never need it.

/** @import { Board } from "./state.js" */
/** @import { Loupe } from "./loupe.js" */

export class LoupeLater {
  #element;
  #board;
  /** @type {Loupe | null} */
  #loupe = null;
  /** What it is to show as soon as it is there. @type {Parameters<Loupe["show"]> | null} */
  #wanted = null;
  #loading = false;
  #failures = 0;

  /**
   * @param {HTMLElement} element
   * @param {Board} board
   */
  constructor(element, board) {
    this.#element = element;
    this.#board = board;
  }

  /** @param {Parameters<Loupe["show"]>} what */
  show(...what) {
    this.#wanted = what;
    if (this.#loupe) this.#loupe.show(...what);
    else if (!this.#loading) void this.#load();
  }

  hide() {
    this.#wanted = null;
    this.#loupe?.hide();
  }

  /** A finger aims without it as well; the next one asks again, under another address. */
  async #load() {
    const again = this.#failures > 0 ? `?${this.#failures}` : "";
    this.#loading = true;
    try {
      const { Loupe } = await import(`./loupe.js${again}`);
      this.#loupe = new Loupe(this.#element, this.#board);
      if (this.#wanted) this.show(...this.#wanted);
    } catch {
      this.#failures += 1;
    }
    this.#loading = false;
  }
}
