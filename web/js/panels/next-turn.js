// The way to the next of our other tables where it is our turn.

/** @import { State } from "../model/session.js" */
import { setText } from "../dom.js";
import { nextOf, NUDGED_ELSEWHERE, turnsElsewhere } from "../sentences/page.js";

export class NextTurn {
  static root = "next-turn";
  #link;
  #words;
  #short;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#link = root;
    this.#words = /** @type {Element} */ (root.querySelector(".words"));
    this.#short = /** @type {Element} */ (root.querySelector(".short"));
  }

  /** @param {State} state */
  update({ turnsElsewhere: codes, nudgedElsewhere: nudged, table }) {
    this.#link.hidden = codes.length === 0;
    if (codes.length === 0) return;
    const address = nudged.length > 0 ? `/g/${nudged[0]}` : `/my/next?after=${table.code}`;
    if (this.#link.getAttribute("href") !== address) this.#link.setAttribute("href", address);
    setText(this.#words, nudged.length > 0 ? NUDGED_ELSEWHERE : turnsElsewhere(codes.length));
    setText(this.#short, nextOf(codes.length));
  }
}
