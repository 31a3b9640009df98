// Leaving a game that goes on. The second thought is loaded when it is needed.

/** @import { Session, State } from "../model/session.js" */
import { withOwnSeat } from "./seat-transfer.js";

export class Resign {
  static root = "resign";
  #button;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#button = root;
    root.addEventListener("click", () => void withOwnSeat(session, ({ resignSeat }) => resignSeat(session)));
  }

  /** @param {State} state */
  update({ playing }) {
    this.#button.hidden = !playing;
  }
}
