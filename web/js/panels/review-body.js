// What a review shows beside the board: its turning points, everybody's chances in the position on the board, and all numbers.
// Its ribbon and its verdict stand at the board.

/** @import { ReviewView, TurningPointView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
/** @import { Waiting } from "../net/review.js" */
import { badge } from "../board/picture.js";
import { byId, renderIfChanged, h, setText, withBdi } from "../dom.js";
import { playerName } from "../model/who.js";
import { reviewOf } from "../net/review.js";
import { percent } from "../sentences/game.js";
import { possibleTurn } from "../sentences/hints.js";
import { summarizePly } from "../sentences/plies.js";
import { aboutReview, ALL_NUMBERS, AT_START, better, CHANCES_TABLE, chancesAt } from "../sentences/review.js";
import { costOf, expectedPlace, NO_TURNING_POINTS, ON_THE_BOARD, playedTurn, TURN, TURNING_POINTS } from "../sentences/review.js";
import { scrollToBoard } from "./in-sight.js";
import { bar, Ribbon } from "./ribbon.js";
import { Verdict } from "./verdict.js";

/** Asks for the review of a game. @type {(code: string, waiting: Waiting) => Promise<ReviewView>} */
export const askForReview = (code, waiting) => reviewOf(code, waiting);

export class ReviewBody {
  #session;
  /** @type {ReviewView} */
  #review = { chances: [], places: null, turns: [], turning_points: [] };
  #ribbon;
  #verdict;
  #title = h("h3");
  #chances = h("ul", { class: "chances" });
  #points = h("ol", { class: "points" });
  #numbers = h("div");
  #about = h("p", { class: "about" });
  #onBoard = h("input", { type: "checkbox", checked: true, change: () => this.#suggest() });

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#session = session;
    this.#ribbon = new Ribbon(byId("review-ribbon"), session.kind, (ply) => session.view.goTo(ply));
    this.#verdict = new Verdict(byId("verdict"));
    root.replaceChildren(
      this.#title,
      this.#chances,
      h("div", { class: "heading" }, h("h3", {}, TURNING_POINTS), h("label", { class: "choice" }, this.#onBoard, " ", ON_THE_BOARD)),
      this.#points,
      h("details", {}, h("summary", {}, ALL_NUMBERS), this.#numbers),
      this.#about,
    );
  }

  /** The review, which may be followed by a better one. @param {ReviewView} review */
  set review(review) {
    const { state } = this.#session;
    this.#review = review;
    this.#ribbon.draw(review);
    const points = review.turning_points.map((point) => h("li", {}, this.#point(state, point)));
    this.#points.replaceChildren(...(points.length > 0 ? points : [h("li", {}, NO_TURNING_POINTS)]));
    this.#numbers.replaceChildren(this.#table(state));
    setText(this.#about, aboutReview(review.places !== null));
    this.#suggest();
  }

  /** A better review follows, with more turning points or fewer: from now on their list keeps its height, so that nothing below it moves. */
  expectBetter() {
    this.#points.classList.add("of-fixed-height");
  }

  /** @param {State} state */
  update(state) {
    const review = this.#review;
    if (review.chances.length === 0) return;
    const ply = Math.min(state.ply, review.chances.length - 1);
    this.#ribbon.show(ply, state);
    this.#verdict.show(state, review);
    setText(this.#title, chancesAt(ply, review.chances.length - 1, review.places !== null));
    const [chances, places] = [review.chances[ply], review.places?.[ply]];
    renderIfChanged(this.#chances, [ply, chances, places, state.table.chairs], () =>
      chances.map((chance, index) => chanceRow(state, index + 1, chance, places?.[index])),
    );
    for (const link of this.#points.querySelectorAll("a")) link.setAttribute("aria-current", String(link.hash === `#${ply}`));
  }

  /** A turning point leads to the position before the turn. @type {(state: State, point: TurningPointView) => HTMLElement} */
  #point(state, { ply, seat }) {
    const [played, turn] = [state.table.plies[ply - 1], this.#review.turns[ply - 1]];
    const who = (/** @type {number} */ seat) => playerName(state, seat);
    const words = [
      `${playedTurn(ply, who(seat), played ? summarizePly(state.kind, played) : "")}.`,
      ...(turn?.played ? [costOf(seat, turn.best.chances, turn.played, who)] : []),
      ...(turn ? [better(possibleTurn(state.kind, turn.best.ply))] : []),
    ];
    const click = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      this.#session.view.goTo(ply - 1);
      scrollToBoard();
      // Beside a board that is always in sight, as on a phone on its side.
      if (byId("stage").getClientRects().length === 0) byId("verdict").scrollIntoView({ block: "nearest" });
    };
    return h("a", { href: `#${ply - 1}`, click }, badge(state.kind, seat), h("span", {}, ...withBdi(words.join(" "))));
  }

  /** Shows the best turns on the board, each in its position, beside those that were played. */
  #suggest() {
    const shown = this.#onBoard.checked ? this.#review.turns : [];
    const { plies } = this.#session.table;
    const best = shown.flatMap((turn, ply) => (turn ? [/** @type {[number, typeof turn.best.ply.changes]} */ ([ply, turn.best.ply.changes])] : []));
    const played = best.flatMap(([ply]) => {
      const turn = plies[ply];
      const differs = turn && turn.text !== shown[ply]?.best.ply.text;
      return differs ? [/** @type {[number, typeof turn.changes]} */ ([ply, turn.changes])] : [];
    });
    this.#session.view.suggest(new Map(best), new Map(played));
  }

  /** All chances, for those who do not see the ribbon. @param {State} state */
  #table(state) {
    const seats = this.#review.chances[0] ?? [];
    const names = seats.map((_, index) => h("th", { scope: "col" }, h("bdi", {}, playerName(state, index + 1))));
    const rows = this.#review.chances.map((chances, ply) => {
      const played = state.table.plies[ply - 1];
      const head = h("th", { scope: "row" }, played ? `${ply}. ${summarizePly(state.kind, played)}` : AT_START);
      return h("tr", {}, head, ...chances.map((chance) => h("td", {}, percent(chance))));
    });
    const caption = h("caption", {}, CHANCES_TABLE);
    return h(
      "div",
      { class: "numbers", tabindex: 0, role: "group", "aria-label": CHANCES_TABLE },
      h("table", {}, caption, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, TURN), ...names)), h("tbody", {}, ...rows)),
    );
  }
}

/** A seat, its chance to come first, and the place that it can expect. @type {(state: State, seat: number, chance: number, place?: number) => HTMLElement} */
function chanceRow(state, seat, chance, place) {
  const expected = place === undefined ? [] : [h("span", { class: "place" }, expectedPlace(place))];
  return h("li", {}, badge(state.kind, seat), h("bdi", {}, playerName(state, seat)), bar(state.kind, seat, chance), h("b", {}, percent(chance)), ...expected);
}
