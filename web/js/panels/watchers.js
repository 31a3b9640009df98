// How many people are watching.

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
  update({ live }) {
    setText(this.#root, watching(live?.watchers ?? 0));
  }
}
