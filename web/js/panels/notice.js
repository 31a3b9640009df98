// News that belongs to no field: refusals, and what happened to one's own seat.

/** @import { State } from "../model/session.js" */
import { setText } from "../dom.js";

export class Notice {
  static root = "notice";
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {State} state */
  update({ notice }) {
    setText(this.#root, notice);
  }
}
