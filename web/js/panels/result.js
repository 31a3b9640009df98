// How the game ended, and the links to its record.

/** @import { EndingView } from "../../protocol.js" */
/** @import { State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { byId, fresh, h, words } from "../dom.js";
import { playerName } from "../model/who.js";
import { describeEnding } from "../sentences/game.js";
import { isolate } from "../sentences/page.js";
import { endRule, ENDING_REASON, PLACE, PLAYER } from "../sentences/playing.js";
import { tellPly } from "../sentences/plies.js";

export class Result {
  static root = "result";
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {State} state */
  update(state) {
    const { ending } = state.table;
    this.#root.hidden = byId("downloads").hidden = ending === null;
    if (ending === null) return;
    fresh(this.#root, [ending, state.table.chairs], () => [
      h("h2", {}, ...words(describeEnding(ending, (seat) => isolate(playerName(state, seat))))),
      h("p", {}, ...words(reasonOf(state, ending))),
      h("table", {}, head(state), h("tbody", {}, ...order(ending).map((seat) => row(state, ending, seat)))),
    ]);
  }
}

/** Why the game is over: by which of its rules, if it was one. @type {(state: State, ending: EndingView) => string} */
function reasonOf(state, { reason, rule }) {
  const last = state.table.plies.at(-1);
  if (reason === "time" && last) return endRule(playerName(state, last.seat), tellPly(state.kind, last));
  if (!rule) return ENDING_REASON[reason];
  return endRule(rule.seat === null ? "" : playerName(state, rule.seat), rule.words);
}

/** The seats from the first place to the last. @param {EndingView} ending */
function order(ending) {
  const seats = ending.ranks.map((_, index) => index + 1);
  return seats.sort((a, b) => ending.ranks[a - 1] - ending.ranks[b - 1]);
}

/** @param {State} state */
function head({ kind }) {
  const scores = kind.scores.map((name) => h("th", { scope: "col" }, name));
  return h("thead", {}, h("tr", {}, h("th", { scope: "col" }, PLACE), h("th", { scope: "col" }, PLAYER), ...scores));
}

/** @type {(state: State, ending: EndingView, seat: number) => HTMLElement} */
function row(state, ending, seat) {
  const scores = (ending.scores[seat - 1] ?? []).map((score) => h("td", {}, String(score)));
  const who = h("th", { scope: "row" }, badge(state.kind, seat), " ", h("bdi", {}, playerName(state, seat)));
  return h("tr", {}, h("td", {}, `${ending.ranks[seat - 1]}.`), who, ...scores);
}
