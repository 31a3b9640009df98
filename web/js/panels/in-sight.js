// What of the page of a game is in sight, and bringing it there. Not needed before the start.

import { reducedMotion } from "../board/animator.js";
import { byId } from "../dom.js";

/** Brings the board into sight: on a phone it is above most of the page. */
export function scrollToBoard() {
  byId("stage").scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
}

/** Brings the line into sight that says whose turn it is. */
export function scrollToHead() {
  byId("head").scrollIntoView({ block: "nearest" });
}

/** How much of the lower part of an element lies under the sheet, which floats above the page on phones (pixels). @param {Element} element */
export function coveredBySheet(element) {
  const [{ top, bottom }, sheet] = [element.getBoundingClientRect(), byId("sheet").getBoundingClientRect()];
  // While it slides in, it is lower than it will be.
  const edge = Math.min(sheet.top, innerHeight - sheet.height);
  return edge > top && sheet.height > 0 ? Math.max(0, bottom - edge) : 0;
}

/** Calls this when the sheet has another height, and once to begin with. @param {() => void} changed */
export function whenSheetChanges(changed) {
  new ResizeObserver(changed).observe(byId("sheet"));
}
