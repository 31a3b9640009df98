// Offers: what somebody proposes and who has answered, with the buttons to answer and to make offers.

/** @import { ProposalView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, fresh, setText, words } from "../dom.js";
import { playerName } from "../model/who.js";
import { AGREE, answersOf, asksForSeat, DECLINE, OFFER_DRAW, OFFER_END, offerOf, WITHDRAW, YOU } from "../sentences/page.js";

export class Offers {
  static root = "offers";
  #root;
  #agree = byId("agree");
  #decline = byId("decline");
  /** @type {HTMLButtonElement} */
  #offer = byId("offer-draw");
  /** @type {HTMLButtonElement} */
  #takeBack = byId("take-back");
  /** @type {ProposalView} what the button for ending the game offers */
  #ending = { what: "draw" };

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#agree.addEventListener("click", () => session.answer(true));
    this.#decline.addEventListener("click", () => session.answer(false));
    this.#offer.addEventListener("click", () => session.offer(this.#ending));
    this.#takeBack.addEventListener("click", () => {
      const turns = turnsToOwn(session.state);
      if (turns > 0) session.offer({ what: "take_back", turns });
    });
  }

  /** @param {State} state */
  update(state) {
    const { table, playing, seat } = state;
    const offer = table.phase === "playing" ? table.offer : null;
    this.#root.hidden = offer === null;
    this.#ending = { what: table.chairs.length > 2 ? "score" : "draw" };
    setText(/** @type {Element} */ (this.#offer.querySelector("span")), table.chairs.length > 2 ? OFFER_END : OFFER_DRAW);
    // They keep their places while they cannot be used, so that nothing jumps.
    this.#offer.hidden = this.#takeBack.hidden = !playing;
    this.#offer.disabled = offer !== null;
    this.#takeBack.disabled = offer !== null || turnsToOwn(state) === 0;
    fresh(/** @type {Element} */ (this.#root.firstElementChild), [offer, table.chairs, seat], () => (offer ? words(offerSentence(state, offer)) : []));
    if (!offer) return;
    const [own, asked] = [offer.seat === seat, offer.asked.includes(seat)];
    this.#agree.hidden = !asked || offer.agreed.includes(seat);
    const ours = offer.to !== null && offer.to.id === state.you?.id;
    this.#decline.hidden = !ours && (!playing || !(own || asked));
    setText(this.#agree, AGREE[offer.proposal.what]);
    setText(this.#decline, ours || (own && !offer.to) ? WITHDRAW : DECLINE);
  }
}

/** Who offers what, and who has yet to answer. @type {(state: State, offer: NonNullable<State["table"]["offer"]>) => string} */
function offerSentence(state, { seat, proposal, asked, agreed, to }) {
  const name = (/** @type {number} */ other) => (other === state.seat ? YOU : playerName(state, other));
  const sentence = to ? asksForSeat(to.id === state.you?.id ? null : to.name, playerName(state, seat)) : offerOf(seat === state.seat ? null : playerName(state, seat), proposal);
  const waiting = asked.filter((other) => !agreed.includes(other));
  // Who alone is asked sees the buttons.
  if (asked.length === 1 && asked[0] === state.seat) return sentence;
  return `${sentence} ${answersOf(agreed.map(name), waiting.map(name))}`;
}

/** How many turns back our own last one is; 0 if there is none, or somebody has left since. @param {State} state */
function turnsToOwn({ table: { plies }, seat }) {
  const own = plies.findLastIndex((ply) => ply.seat === seat);
  const last = plies.findLastIndex((ply) => ply.text.startsWith("drop:"));
  return own > last ? plies.length - own : 0;
}
