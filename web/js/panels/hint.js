// A line for people who play a game for the first time, until they have read it.

/** @import { Session, State } from "../model/session.js" */
import { recall, remember } from "../storage.js";
import { legend } from "./tally-sign.js";

export class Hint {
  static root = "hint";
  #root;
  #read;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    const name = `hint-${session.kind.name}`;
    this.#root = root;
    root.firstElementChild?.append(...legend(session.kind));
    this.#read = recall(name) === "read";
    root.querySelector("button")?.addEventListener("click", () => {
      this.#read = root.hidden = true;
      remember(name, "read");
    });
  }

  /** It stands above the turn being composed, until the first turn of one's own. @param {State} state */
  update({ playing, shownPly, table, seats }) {
    this.#root.hidden = this.#read || !playing || shownPly !== null || table.plies.some((ply) => seats.includes(ply.seat));
  }
}
