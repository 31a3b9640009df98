// An offer that stands: what somebody proposes and who has answered, with the buttons to answer.

/** @import { Proposal, TableView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { h, renderIfChanged, setText, withBdi } from "../dom.js";
import { playerName } from "../model/who.js";
import { AGREE, agrees, answersOf, asksForSeat, DECLINE, declines, DOES_IT_GO_ON, GO_ON, offerOf, YOU } from "../sentences/offers.js";
import { WITHDRAW } from "../sentences/page.js";

export class Offers {
  static root = "offers";
  #root;
  #agree = h("button", { type: "button", id: "agree", class: "strong" });
  #decline = h("button", { type: "button", id: "decline", class: "quiet" });

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    root.append(h("span"), " ", this.#agree, " ", this.#decline);
    this.#agree.addEventListener("click", () => session.commands.answer(true, answering(session)));
    this.#decline.addEventListener("click", () => session.commands.answer(false, answering(session) || offererHere(session)));
  }

  /** @param {State} state */
  update(state) {
    const { table, playing, seats } = state;
    const offer = table.phase === "playing" ? table.offer : null;
    this.#root.hidden = offer === null;
    renderIfChanged(/** @type {Element} */ (this.#root.firstElementChild), [offer, table.chairs, seats], () =>
      offer ? withBdi(offerSentence(state, offer)) : [],
    );
    if (!offer) return;
    const idle = offer.proposal.what === "abandon";
    const own = seats.includes(offer.seat) && !offer.to && !idle;
    const ours = offer.to !== null && offer.to.id === state.you?.id;
    const answers = answering(state);
    this.#agree.hidden = answers === 0;
    this.#decline.hidden = !ours && (!playing || !(own || offer.asked.some((seat) => seats.includes(seat))));
    // To go on is what most want.
    [this.#agree.className, this.#decline.className] = idle ? ["quiet", "strong"] : ["strong", "quiet"];
    const name = seats.length > 1 && answers > 0 ? playerName(state, answers) : "";
    setText(this.#agree, name && !idle ? agrees(name) : AGREE[offer.proposal.what]);
    if (idle) return setText(this.#decline, GO_ON);
    setText(this.#decline, ours || (own && answers === 0) ? WITHDRAW : name ? declines(name) : DECLINE);
  }
}

/** The seat on this device that has yet to answer the offer; 0 if there is none. @type {(state: { table: TableView, seats: number[] }) => number} */
function answering({ table: { offer }, seats }) {
  return offer?.asked.find((seat) => seats.includes(seat) && !offer.agreed.includes(seat)) ?? 0;
}

/** The seat that made the offer; 0 if a watcher did. @param {{ table: TableView }} table */
const offererHere = ({ table: { offer } }) => (offer && !offer.to ? offer.seat : 0);

/** The turn that is to be taken back, or whose seat the offer is about. @type {(state: State, seat: number, proposal: Proposal) => string} */
function aboutOf(state, seat, proposal) {
  const { plies } = state.table;
  if (proposal.what === "take_back") return plies[plies.length - proposal.turns]?.text.replaceAll(",", ", ") ?? "";
  return playerName(state, "seat" in proposal ? proposal.seat : seat);
}

/** Who offers what, and who has yet to answer. @type {(state: State, offer: NonNullable<State["table"]["offer"]>) => string} */
function offerSentence(state, { seat, proposal, asked, agreed, to }) {
  // Where several play on this device, each is called by name.
  const you = state.seats.length === 1 ? state.seat : 0;
  const name = (/** @type {number} */ other) => (other === you ? YOU : playerName(state, other));
  const offer = offerOf(seat === you ? null : playerName(state, seat), proposal, aboutOf(state, seat, proposal));
  const sentence = proposal.what === "abandon" ? DOES_IT_GO_ON : to ? asksForSeat(to.id === state.you?.id ? null : to.name, playerName(state, seat)) : offer;
  const waiting = asked.filter((other) => !agreed.includes(other));
  // Who alone is asked sees the buttons.
  if (asked.length === 1 && asked[0] === you) return sentence;
  return `${sentence} ${answersOf(agreed.map(name), waiting.map(name))}`;
}
