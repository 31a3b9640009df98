// After the game: the button that leads to a table where the same people play again. It is a form, which needs no script.

/** @import { State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { joinRematch, REMATCH, rematchProposed, watchRematch } from "../sentences/result.js";

export class Rematch {
  static root = "rematch";
  #root;
  #button;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#button = /** @type {HTMLElement} */ (root.querySelector("button"));
  }

  /** @param {State} state */
  update({ table, chair }) {
    const { rematch, phase } = table;
    const played = chair >= 0;
    this.#root.hidden = phase !== "over" || (!played && !rematch);
    setText(byId("rematch-words"), rematch ? rematchProposed(rematch.by) : "");
    setText(this.#button, rematch ? (played ? joinRematch : watchRematch)(rematch.by) : REMATCH);
  }
}
