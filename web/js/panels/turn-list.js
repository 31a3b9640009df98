// The list of turns: each leads to the position after it.

/** @import { PlyView, TableView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { AfterPaint } from "../after-paint.js";
import { badge } from "../board/picture.js";
import { h } from "../dom.js";
import { isBeforeSwap } from "../model/pie-rule.js";
import { allMade } from "../model/room.js";
import { isDrop } from "../plies.js";
import { took } from "../sentences/clock-faces.js";
import { seatName } from "../sentences/game.js";
import { captured, SIDES_SWAPPED, TAKEN_BACK } from "../sentences/playing.js";
import { takenIn, summarizePly } from "../sentences/plies.js";
import { coveredBySheet, whenSheetChanges } from "./in-sight.js";

export class TurnList {
  static root = "turn-list";
  /** @type {HTMLAnchorElement[]} one for each ply */
  #links = [];
  /** @type {TableView["taken_back"] | null} those that are in the list */
  #takenBack = null;
  /** Whether the list says that the sides were swapped. */
  #swapped = false;
  #list;
  #kind;
  /** @type {HTMLAnchorElement | undefined} */
  #current;
  #scrolling = new AfterPaint();

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, { kind }) {
    this.#list = root;
    this.#kind = kind;
    root.replaceChildren();
    // What comes above it may leave it less room.
    new ResizeObserver(() => this.#reveal()).observe(root);
    whenSheetChanges(() => this.#scrolling.do(() => this.#reveal()));
  }

  /** @param {State} state */
  update({ table, ply }) {
    const { plies, taken_back, sides_swapped = false } = table;
    if (plies.length < this.#links.length || taken_back !== this.#takenBack || sides_swapped !== this.#swapped) {
      this.#clear();
      this.#addAll(table);
    }
    for (let at = this.#links.length; at < plies.length; at += 1) this.#add(table, at + 1, plies[at]);
    this.#takenBack = taken_back;
    this.#swapped = sides_swapped;
    const current = this.#links[ply - 1];
    if (current === this.#current) return;
    this.#current?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    this.#current = current;
    // Asking where it is makes the browser lay out the page, which it does anyway before it paints.
    this.#scrolling.do(() => this.#reveal());
  }

  #clear() {
    this.#links = [];
    this.#current = undefined;
    this.#list.replaceChildren();
  }

  /** All turns that were ever made: those that were taken back stand where they were made, and lead nowhere. @param {TableView} table */
  #addAll(table) {
    for (const { number, ply, taken } of allMade(table)) {
      if (!taken) this.#add(table, number, ply);
      else this.#list.append(h("li", { class: "taken-back" }, h("s", {}, ...this.#entry(number, ply)), h("span", { class: "unseen" }, ` (${TAKEN_BACK})`)));
    }
  }

  /** @type {(table: TableView, number: number, ply: PlyView) => void} */
  #add(table, number, ply) {
    const link = h("a", { href: `#${number}` }, ...this.#entry(number, ply, timeOf(table, number - 1)));
    this.#links.push(link);
    this.#list.append(h("li", {}, link));
    if (isBeforeSwap(table, number - 1)) this.#list.append(h("li", { class: "swapped" }, SIDES_SWAPPED));
  }

  /** @type {(number: number, ply: PlyView, time?: number) => (Element | string)[]} */
  #entry(number, ply, time = ply.spent) {
    const [words, whole] = writtenOf(ply);
    return [
      h("span", { class: "number" }, `${number}.`),
      badge(this.#kind, ply.seat),
      h("span", { class: "unseen" }, ` ${seatName(this.#kind, ply.seat)}: `),
      h("span", { class: "text", title: whole }, ...(isDrop(ply) ? [words] : stepsOfText(words)), ...this.#captures(ply)),
      h("span", { class: "told" }, summarizePly(this.#kind, ply)),
      ...(time === undefined ? [] : [" ", h("span", { class: "took" }, took(time))]),
    ];
  }

  /** How many pieces were captured; where, is told to those who point at it or cannot see it. @param {PlyView} ply */
  #captures(ply) {
    const cells = takenIn(this.#kind, ply);
    if (cells.length === 0) return [];
    return [
      " ",
      h(
        "span",
        { class: "captures", title: captured(cells) },
        h("span", { "aria-hidden": true }, `×${cells.length}`),
        h("span", { class: "unseen" }, captured(cells)),
      ),
    ];
  }

  /** Scrolls the list, never the page: to the middle of what the sheet leaves of it, if that is enough for the turn. */
  #reveal() {
    const { offsetTop: at, offsetHeight: height } = this.#current ?? { offsetTop: 0, offsetHeight: 0 };
    const covered = coveredBySheet(this.#list);
    const room = this.#list.clientHeight - covered;
    const hidden = room > height ? covered : 0;
    this.#list.style.setProperty("--covered", `${hidden}px`);
    this.#list.scrollTo({ top: at - (this.#list.clientHeight - hidden - height) / 2 });
  }
}

/** How long a turn took (milliseconds), as far as that is known: in games without clocks, since the turn before. @type {(table: TableView, at: number) => number | undefined} */
function timeOf({ clock, plies, started_at, from }, at) {
  const { spent, at: until } = plies[at];
  const copied = from?.turn ?? 0;
  const since = at <= copied ? started_at : plies[at - 1].at;
  // Turns that were copied from another game took no time here.
  if (clock || at < copied || until === null || since === null || since === undefined) return spent;
  return until - since;
}

/** Steps that are joined by commas: a line ends after a comma only. @param {string} text */
function stepsOfText(text) {
  const steps = text.split(",");
  return steps.flatMap((step, at) => (at < steps.length - 1 ? [h("span", { class: "step" }, `${step},`), h("wbr")] : [h("span", { class: "step" }, step)]));
}

/** How a ply is written in the list, and in full. @type {(ply: PlyView) => [string, string]} */
function writtenOf(ply) {
  const words = ply.short ?? ply.text;
  return [words, isDrop(ply) ? words : ply.text];
}
