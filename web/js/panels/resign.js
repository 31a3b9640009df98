// Leaving a game that goes on, after a second thought.

/** @import { Session, State } from "../model/session.js" */
import { answerOf, byId, setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { RESIGN, resignsFor, WHO_RESIGNS } from "../sentences/device.js";
import { chooseSeat } from "./choose-seat.js";

export class Resign {
  static root = "resign";
  #button;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#button = root;
    root.addEventListener("click", () => void this.#resign(session));
  }

  /** Where several play on this device, one of them is chosen first. @param {Session} session */
  async #resign(session) {
    const { inPlay, state } = session;
    const seat = await chooseSeat(state, inPlay, WHO_RESIGNS);
    if (seat === 0) return;
    setText(byId("resign-title"), inPlay.length > 1 ? resignsFor(playerName(state, seat)) : RESIGN);
    if ((await answerOf(byId("resign-dialog"))) === "resign") session.commands.resign(seat);
  }

  /** @param {State} state */
  update({ playing }) {
    this.#button.hidden = !playing;
  }
}
