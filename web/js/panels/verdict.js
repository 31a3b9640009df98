// The verdict on the turn that was played in the position on the board: what it cost, which turn is better, and why.

/** @import { PlyView, ReviewedTurnView, ReviewView } from "../../protocol.js" */
/** @import { State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { renderIfChanged, h, withBdi } from "../dom.js";
import { playerName } from "../model/who.js";
import { reasonsOf, suggestedTurn } from "../sentences/hints.js";
import { summarizePly } from "../sentences/plies.js";
import { bestHere, better, costOf, goesOn, playedTurn, RESULT_HERE, THE_BEST, TRY_IT } from "../sentences/review.js";

export class Verdict {
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.hidden = false;
  }

  /** @type {(state: State, review: ReviewView) => void} */
  show(state, review) {
    const [turn, played] = [review.turns[state.ply] ?? null, state.table.plies[state.ply] ?? null];
    renderIfChanged(this.#root, [state.ply, turn, state.table.chairs], () => {
      const told = played ? playedIn(state, played) : [];
      return turn ? [...told, ...judged(state, turn, played)] : [...told, ...(played ? [] : [h("p", {}, RESULT_HERE)])];
    });
  }
}

/** The turn itself. @type {(state: State, played: PlyView) => HTMLElement[]} */
function playedIn(state, played) {
  const words = playedTurn(state.ply + 1, playerName(state, played.seat), summarizePly(state.kind, played));
  return [h("p", { class: "turn" }, swatch("was-played"), badge(state.kind, played.seat), h("span", {}, ...withBdi(`${words}.`)))];
}

/** What it cost, and what is better. @type {(state: State, turn: ReviewedTurnView, played: PlyView | null) => HTMLElement[]} */
function judged(state, { best, played: chances }, played) {
  const who = (/** @type {number} */ seat) => playerName(state, seat);
  if (played && chances && played.text === best.ply.text) return [h("p", { class: "cost" }, THE_BEST)];
  const cost = chances ? [h("p", { class: "cost" }, ...withBdi(costOf(best.ply.seat, best.chances, chances, who)))] : [];
  const before = state.diagram;
  const why = reasonsOf(state.kind, before, best, who);
  const line = best.line.map((ply) => `${who(ply.seat)} ${summarizePly(state.kind, ply)}`);
  const summary = suggestedTurn(state.kind, best);
  const words = [chances ? better(summary, why) : bestHere(summary), ...(line.length > 0 ? [goesOn(line)] : [])].join(" ");
  return [
    ...cost,
    h("p", { class: "better" }, swatch("suggested"), h("span", {}, ...withBdi(words)), " ", h("a", { href: tryAddress(state, best.ply, best.line) }, TRY_IT)),
  ];
}

/** How a turn is drawn on the board. @param {string} name */
const swatch = (name) => h("i", { class: `swatch ${name}`, "aria-hidden": "true" });

/** Where the best turn and those that follow it can be tried. @type {(state: State, best: PlyView, line: PlyView[]) => string} */
function tryAddress({ table, ply }, best, line) {
  const moves = [best, ...line].map(({ text }) => text).join(" ");
  return `/g/${table.code}/explore?${new URLSearchParams({ at: String(ply), moves, shown: "1" })}`;
}
