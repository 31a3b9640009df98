// What is agreed before the start and may still change there: the clock, the number of seats, the pie rule, and when lines of watchers are shown.

/** @import { Session, State } from "../model/session.js" */
import { setText } from "../dom.js";
import { reload } from "../storage.js";

export class Terms {
  static root = "head";
  #seats;

  /**
   * @param {HTMLElement} _root
   * @param {Session} session
   */
  constructor(_root, session) {
    this.#seats = session.kind.colours.length;
  }

  /** @type {(state: State, previous: State | null) => void} */
  update({ table }, previous) {
    // With other seats it is another board, which comes with the page.
    if (table.chairs.length !== this.#seats) return reload();
    const lines = document.getElementById("keeps-lines");
    if (lines) lines.hidden = table.keeps_lines !== true;
    for (const rule of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".pie-rule"))) rule.hidden = !table.pie_rule;
    if (previous && JSON.stringify(table.clock) !== JSON.stringify(previous.table.clock)) showClock(table.clock);
  }
}

/** @param {State["table"]["clock"]} clock */
function showClock(clock) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) {
    element.hidden = !clock;
    if (element.dataset.clock === "short") element.title = clock?.long ?? "";
    if (element.dataset.clock) setText(element, (element.dataset.clock === "short" ? clock?.short : clock?.long) ?? "");
  }
}
