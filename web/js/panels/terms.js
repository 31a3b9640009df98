// What is agreed before the start and may still change there: the clock, and the number of seats.

/** @import { Session, State } from "../model/session.js" */
import { setText } from "../dom.js";
import { longClock, shortClock } from "../sentences/clock-terms.js";
import { keepTyped } from "../storage.js";

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
    if (previous && JSON.stringify(table.clock) !== JSON.stringify(previous.table.clock)) showClock(table.clock);
  }
}

function reload() {
  keepTyped();
  location.reload();
}

/** @param {State["table"]["clock"]} clock */
function showClock(clock) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) {
    element.hidden = !clock;
    if (element.dataset.clock === "short") element.title = clock ? longClock(clock) : "";
    if (element.dataset.clock) setText(element, clock ? (element.dataset.clock === "short" ? shortClock : longClock)(clock) : "");
  }
}
