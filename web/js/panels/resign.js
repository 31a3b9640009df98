// Leaving a game that goes on, after a second thought.

/** @import { Session, State } from "../model/session.js" */
import { answerOf, byId } from "../dom.js";

export class Resign {
  static root = "resign";
  #button;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#button = root;
    root.addEventListener("click", async () => {
      if ((await answerOf(byId("resign-dialog"))) === "resign") session.resign();
    });
  }

  /** @param {State} state */
  update({ playing }) {
    this.#button.hidden = !playing;
  }
}
