// What a review shows: everybody's chances over the game, its turning points, and the best turns in the position on the board.

/** @import { ReviewView, SuggestionView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
/** @import { Waiting } from "../net/review.js" */
import { badge } from "../board/picture.js";
import { renderIfChanged, h, setText, withBdi } from "../dom.js";
import { playerName } from "../model/who.js";
import { reviewOf } from "../net/review.js";
import { percent } from "../sentences/game.js";
import { summarizePly } from "../sentences/plies.js";
import { ABOUT_REVIEW, ALL_NUMBERS, BEST_TURNS, CHANCES_TABLE, NO_TURNING_POINTS, NOTHING_TO_PLAY, ON_THE_BOARD } from "../sentences/review.js";
import { PLAYED, positionAfter, AT_START, TURN, TURNING_POINTS, whatItChanged } from "../sentences/review.js";
import { scrollToBoard } from "./page-layout.js";
import { bar, Ribbon } from "./ribbon.js";

/**
 * Asks for the review of the game, and shows it. Returns nothing if it was cancelled meanwhile.
 * @type {(root: HTMLElement, session: Session, waiting: Waiting) => Promise<ReviewBody | null>}
 */
export async function openReview(root, session, waiting) {
  waiting.signal.throwIfAborted();
  const review = await reviewOf(session.table.code, waiting);
  return waiting.signal.aborted ? null : new ReviewBody(root, session, review);
}

export class ReviewBody {
  #session;
  #review;
  #ribbon;
  #title = h("h3");
  #chances = h("ul", { class: "chances" });
  #changed = h("p", { class: "changed" });
  #best = h("ol", { class: "best" });
  #points = h("ol", { class: "points" });
  #onBoard = h("input", { type: "checkbox", checked: true, change: () => this.#suggest() });
  /** Which of the best turns is shown on the board, where it is not the first. @type {Map<number, number>} by the ply of the position */
  #chosen = new Map();

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {ReviewView} review
   */
  constructor(root, session, review) {
    this.#session = session;
    this.#review = review;
    this.#ribbon = new Ribbon(session.kind, review, (ply) => session.view.goTo(ply));
    const points = review.turning_points.length > 0 ? this.#points : h("p", {}, NO_TURNING_POINTS);
    root.replaceChildren(
      this.#ribbon.element,
      ...[this.#title, this.#chances, this.#changed],
      h("div", { class: "heading" }, h("h3", {}, BEST_TURNS), h("label", { class: "choice" }, this.#onBoard, " ", ON_THE_BOARD)),
      this.#best,
      ...[h("h3", {}, TURNING_POINTS), points],
      h("details", {}, h("summary", {}, ALL_NUMBERS), this.#table(session.state)),
      h("p", { class: "about" }, ABOUT_REVIEW),
    );
    this.#fillPoints(session.state);
    this.#suggest();
  }

  /** @param {State} state */
  update(state) {
    const ply = Math.min(state.ply, this.#review.chances.length - 1);
    this.#ribbon.show(ply);
    setText(this.#title, positionAfter(ply));
    const chances = this.#review.chances[ply];
    renderIfChanged(this.#chances, [ply, state.table.chairs], () => chances.map((chance, index) => chanceRow(state, index + 1, chance)));
    setText(this.#changed, this.#changeAt(state, ply));
    renderIfChanged(this.#best, [ply, this.#chosen.get(ply)], () => this.#bestTurns(state, ply));
    for (const link of this.#points.querySelectorAll("a")) link.setAttribute("aria-current", String(link.hash === `#${ply}`));
  }

  /** What the turn changed that led to the position. @type {(state: State, ply: number) => string} */
  #changeAt(state, ply) {
    const played = state.table.plies[ply - 1];
    const [before, after] = [this.#review.chances[ply - 1], this.#review.chances[ply]];
    if (!played || !before) return "";
    const gains = after.map((chance, index) => chance - before[index]);
    return `${summarizePly(state.kind, played)}: ${whatItChanged(played.seat, gains, (seat) => playerName(state, seat))}.`;
  }

  /** @type {(state: State, ply: number) => (Node | string)[]} */
  #bestTurns(state, ply) {
    const turns = this.#review.best[ply] ?? [];
    if (turns.length === 0) return [h("li", {}, NOTHING_TO_PLAY)];
    return turns.map((turn, index) => h("li", {}, this.#bestTurn(state, ply, turn, index)));
  }

  /** @type {(state: State, ply: number, turn: SuggestionView, index: number) => HTMLElement} */
  #bestTurn({ kind, table }, ply, { ply: turn, chances }, index) {
    const click = () => {
      this.#chosen.set(ply, index);
      this.#suggest();
    };
    const played = table.plies[ply]?.text === turn.text ? [" ", h("span", { class: "tag" }, PLAYED)] : [];
    return h(
      "button",
      { type: "button", class: "quiet", click, "aria-pressed": (this.#chosen.get(ply) ?? 0) === index },
      ...[badge(kind, turn.seat), h("span", { class: "told" }, summarizePly(kind, turn)), ...played, h("b", {}, percent(chances[turn.seat - 1] ?? 0))],
    );
  }

  /** Shows the best turns on the board, each in its position. */
  #suggest() {
    const turns = this.#review.best.flatMap((turns, ply) => {
      const turn = turns[this.#chosen.get(ply) ?? 0];
      return turn && this.#onBoard.checked ? [/** @type {[number, typeof turn.ply.changes]} */ ([ply, turn.ply.changes])] : [];
    });
    this.#session.view.suggest(new Map(turns));
  }

  /** @param {State} state */
  #fillPoints(state) {
    const who = (/** @type {number} */ seat) => playerName(state, seat);
    const items = this.#review.turning_points.map(({ ply, seat, gains }) => {
      const played = state.table.plies[ply - 1];
      const told = [
        badge(state.kind, seat),
        h("span", {}, ...withBdi(`${TURN} ${ply}, ${played ? summarizePly(state.kind, played) : ""}: ${whatItChanged(seat, gains, who)}.`)),
      ];
      const click = (/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        this.#session.view.goTo(ply);
        scrollToBoard();
      };
      return h("li", {}, h("a", { href: `#${ply}`, click }, ...told));
    });
    this.#points.replaceChildren(...items);
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

/** A seat, and what it can expect. @type {(state: State, seat: number, chance: number) => HTMLElement} */
function chanceRow(state, seat, chance) {
  return h("li", {}, badge(state.kind, seat), h("bdi", {}, playerName(state, seat)), bar(state.kind, seat, chance), h("b", {}, percent(chance)));
}
