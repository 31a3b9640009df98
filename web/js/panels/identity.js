// Who we are, in the head of the page: also after we said so on this page.

/** @import { State } from "../model/session.js" */
import { setText } from "../dom.js";

export class Identity {
  static root = "you";
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {State} state */
  update({ you }) {
    this.#root.hidden = you === null;
    const name = this.#root.querySelector("bdi");
    if (you && name) setText(name, you.name);
  }
}
