// Whether the page is connected to the server.

/** @import { State } from "../model/session.js" */
import { setText } from "../dom.js";
import { CONNECTION_LOST } from "../sentences/page.js";

/** Another server usually takes over within this time (milliseconds): nobody has to know. */
const SHOWN_AFTER = 2_000;

export class Connection {
  static root = "connection";
  #root;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {State} state */
  update({ connected }) {
    if (connected) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      setText(this.#root, "");
    } else {
      this.#timer ??= setTimeout(() => setText(this.#root, CONNECTION_LOST), SHOWN_AFTER);
    }
  }
}
