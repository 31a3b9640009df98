// What one can do in a game besides playing turns: plan ahead, take one back, offer a draw or the end, let a bot play on, resign.

/** @import { Proposal } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { OFFER_DRAW, OFFER_END } from "../sentences/playing.js";
import { offerBotFor } from "./leave-to-bot.js";
import { withOwnSeat } from "./seat-transfer.js";

export class Actions {
  static root = "actions";
  #takeBack = actionButton("take-back");
  #end = actionButton("offer-draw");
  #plan = byId("plan-ahead");
  #leave = actionButton("leave-to-bot");
  #resign = actionButton("resign");
  /** @type {Proposal} what the button for ending the game offers */
  #ending = { what: "draw" };

  /**
   * @param {HTMLElement} _root
   * @param {Session} session
   */
  constructor(_root, session) {
    this.#end.addEventListener("click", () => session.commands.offer(this.#ending));
    this.#takeBack.addEventListener("click", () => {
      const { turns, seat } = lastOwn(session.state);
      if (turns > 0) session.commands.offer({ what: "take_back", turns }, seat);
    });
    this.#leave.addEventListener("click", () => void offerBotFor(session, session.seat));
    this.#resign.addEventListener("click", () => void withOwnSeat(session, ({ resignSeat }) => resignSeat(session)));
  }

  /** @param {State} state */
  update(state) {
    const { table, playing, seats, seat, toMove } = state;
    const several = table.chairs.length > 2;
    const offered = table.phase === "playing" && table.offer !== null;
    this.#ending = { what: several ? "score" : "draw" };
    setText(/** @type {Element} */ (this.#end.querySelector("span")), several ? OFFER_END : OFFER_DRAW);
    // They keep their places while they cannot be used, so that nothing jumps.
    for (const deed of [this.#end, this.#takeBack, this.#resign]) deed.hidden = !playing;
    this.#takeBack.hidden ||= Boolean(table.in_tournament);
    this.#plan.hidden = !playing || toMove === seat || !plansHere(state);
    // Where several play on this device, it would not be clear whose seat is meant.
    this.#leave.hidden = !playing || seats.length !== 1 || Boolean(table.rated || table.in_tournament);
    this.#end.disabled = this.#leave.disabled = offered;
    this.#takeBack.disabled = offered || lastOwn(state).turns === 0;
  }
}

/** @type {(id: string) => HTMLButtonElement} */
const actionButton = (id) => byId(id);

/** How many turns back the last one on this device is, and of which seat; 0 if there is none, or somebody has left since. @param {State} state */
function lastOwn({ table: { plies }, seats }) {
  const own = plies.findLastIndex((ply) => seats.includes(ply.seat));
  const last = plies.findLastIndex((ply) => ply.text.startsWith("drop:"));
  return { turns: own > last ? plies.length - own : 0, seat: plies[own]?.seat ?? 0 };
}

/** Whether turns can be planned at this table: several on one device would see each other's, bots answer at once, and see `State::may_plan` at the server. @param {State} state */
function plansHere({ table, seats, you }) {
  const isFast = table.clock !== undefined && table.clock.grace === null;
  const waitsForPeople = table.chairs.some((player) => player && player.id !== you?.id && player.kind !== "bot");
  return seats.length === 1 && waitsForPeople && !(table.rated && isFast);
}
