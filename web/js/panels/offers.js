// Offers: what somebody proposes and who has answered, with the buttons to answer and to make offers.

/** @import { ProposalView, TableView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, fresh, setText, words } from "../dom.js";
import { playerName } from "../model/who.js";
import { AGREE, agrees, answersOf, asksForSeat, DECLINE, declines, OFFER_DRAW, OFFER_END, offerOf, YOU } from "../sentences/offers.js";
import { WITHDRAW } from "../sentences/page.js";

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
    this.#agree.addEventListener("click", () => session.answer(true, answering(session)));
    this.#decline.addEventListener("click", () => session.answer(false, answering(session) || offererHere(session)));
    this.#offer.addEventListener("click", () => session.offer(this.#ending));
    this.#takeBack.addEventListener("click", () => {
      const { turns, seat } = lastOwn(session.state);
      if (turns > 0) session.offer({ what: "take_back", turns }, seat);
    });
  }

  /** @param {State} state */
  update(state) {
    const { table, playing, seats } = state;
    const offer = table.phase === "playing" ? table.offer : null;
    this.#root.hidden = offer === null;
    this.#ending = { what: table.chairs.length > 2 ? "score" : "draw" };
    setText(/** @type {Element} */ (this.#offer.querySelector("span")), table.chairs.length > 2 ? OFFER_END : OFFER_DRAW);
    // They keep their places while they cannot be used, so that nothing jumps.
    this.#offer.hidden = this.#takeBack.hidden = !playing;
    this.#offer.disabled = offer !== null;
    this.#takeBack.disabled = offer !== null || lastOwn(state).turns === 0;
    fresh(/** @type {Element} */ (this.#root.firstElementChild), [offer, table.chairs, seats], () => (offer ? words(offerSentence(state, offer)) : []));
    if (!offer) return;
    const own = seats.includes(offer.seat) && !offer.to;
    const ours = offer.to !== null && offer.to.id === state.you?.id;
    const answers = answering(state);
    this.#agree.hidden = answers === 0;
    this.#decline.hidden = !ours && (!playing || !(own || offer.asked.some((seat) => seats.includes(seat))));
    const name = seats.length > 1 && answers > 0 ? playerName(state, answers) : "";
    setText(this.#agree, name ? agrees(name) : AGREE[offer.proposal.what]);
    setText(this.#decline, ours || (own && answers === 0) ? WITHDRAW : name ? declines(name) : DECLINE);
  }
}

/** The seat on this device that has yet to answer the offer; 0 if there is none. @type {(state: { table: TableView, seats: number[] }) => number} */
function answering({ table: { offer }, seats }) {
  return offer?.asked.find((seat) => seats.includes(seat) && !offer.agreed.includes(seat)) ?? 0;
}

/** The seat that made the offer; 0 if a watcher did. @param {{ table: TableView }} table */
const offererHere = ({ table: { offer } }) => (offer && !offer.to ? offer.seat : 0);

/** Who offers what, and who has yet to answer. @type {(state: State, offer: NonNullable<State["table"]["offer"]>) => string} */
function offerSentence(state, { seat, proposal, asked, agreed, to }) {
  // Where several play on this device, each is called by name.
  const you = state.seats.length === 1 ? state.seat : 0;
  const name = (/** @type {number} */ other) => (other === you ? YOU : playerName(state, other));
  const offer = offerOf(seat === you ? null : playerName(state, seat), proposal);
  const sentence = to ? asksForSeat(to.id === state.you?.id ? null : to.name, playerName(state, seat)) : offer;
  const waiting = asked.filter((other) => !agreed.includes(other));
  // Who alone is asked sees the buttons.
  if (asked.length === 1 && asked[0] === you) return sentence;
  return `${sentence} ${answersOf(agreed.map(name), waiting.map(name))}`;
}

/** How many turns back the last one on this device is, and of which seat; 0 if there is none, or somebody has left since. @param {State} state */
function lastOwn({ table: { plies }, seats }) {
  const own = plies.findLastIndex((ply) => seats.includes(ply.seat));
  const last = plies.findLastIndex((ply) => ply.text.startsWith("drop:"));
  return { turns: own > last ? plies.length - own : 0, seat: plies[own]?.seat ?? 0 };
}
