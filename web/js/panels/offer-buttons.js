// The buttons that offer something to the others: a draw or the end of the game, and to take back a turn.

/** @import { Proposal } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { OFFER_DRAW, OFFER_END } from "../sentences/playing.js";

export class OfferButtons {
  static root = "offer-draw";
  #end;
  #takeBack = /** @type {HTMLButtonElement} */ (byId("take-back"));
  /** @type {Proposal} what the button for ending the game offers */
  #ending = { what: "draw" };

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#end = /** @type {HTMLButtonElement} */ (root);
    this.#end.addEventListener("click", () => session.commands.offer(this.#ending));
    this.#takeBack.addEventListener("click", () => {
      const { turns, seat } = lastOwn(session.state);
      if (turns > 0) session.commands.offer({ what: "take_back", turns }, seat);
    });
  }

  /** @param {State} state */
  update(state) {
    const { table, playing } = state;
    const several = table.chairs.length > 2;
    const offered = table.phase === "playing" && table.offer !== null;
    this.#ending = { what: several ? "score" : "draw" };
    setText(/** @type {Element} */ (this.#end.querySelector("span")), several ? OFFER_END : OFFER_DRAW);
    // They keep their places while they cannot be used, so that nothing jumps.
    this.#end.hidden = this.#takeBack.hidden = !playing;
    this.#end.disabled = offered;
    this.#takeBack.disabled = offered || lastOwn(state).turns === 0;
  }
}

/** How many turns back the last one on this device is, and of which seat; 0 if there is none, or somebody has left since. @param {State} state */
function lastOwn({ table: { plies }, seats }) {
  const own = plies.findLastIndex((ply) => seats.includes(ply.seat));
  const last = plies.findLastIndex((ply) => ply.text.startsWith("drop:"));
  return { turns: own > last ? plies.length - own : 0, seat: plies[own]?.seat ?? 0 };
}
