// Whether the page is connected to the server.

/** @import { State } from "../model/session.js" */
import { setText } from "../dom.js";
import { CONNECTION_LOST } from "../sentences/page.js";

export class Connection {
  static root = "connection";
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {State} state */
  update({ connected }) {
    setText(this.#root, connected ? "" : CONNECTION_LOST);
  }
}
