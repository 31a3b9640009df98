// Draw offers: who offers one, and the buttons to offer one, to agree and to decline.

/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { drawOffers } from "../sentences/page.js";

export class Offers {
  static root = "offers";
  #root;
  #agree = byId("agree");
  #decline = byId("decline");
  #offer = byId("offer-draw");

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    for (const button of [this.#agree, this.#offer]) button.addEventListener("click", () => session.offerDraw());
    this.#decline.addEventListener("click", () => session.declineDraw());
  }

  /** @param {State} state */
  update(state) {
    const { offers, phase } = state.table;
    const sentence = phase === "playing" ? offersOf(state) : "";
    this.#root.hidden = sentence === "";
    setText(/** @type {Element} */ (this.#root.firstElementChild), sentence);
    this.#agree.hidden = this.#decline.hidden = !state.playing || offers.includes(state.seat);
    this.#offer.hidden = !state.playing || offers.length > 0;
  }
}

/** @param {State} state */
function offersOf(state) {
  const { offers } = state.table;
  const others = offers.filter((seat) => seat !== state.seat);
  return drawOffers(others.map((seat) => playerName(state, seat)), offers.length > others.length);
}
