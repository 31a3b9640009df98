// How many people are watching a game that is not over.

/** @import { State } from "../model/session.js" */
import { setText } from "../dom.js";
import { watching } from "../sentences/page.js";

export class Watchers {
  static root = "watchers";
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {State} state */
  update({ live, table }) {
    // Whoever reads a record watches nobody.
    setText(this.#root, table.phase === "over" ? "" : watching(live?.watchers ?? 0));
  }
}
