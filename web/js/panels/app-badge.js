// The number on the icon of the installed app: at how many tables it is our turn.

import { AfterPaint } from "../after-paint.js";

/** How many are shown; none are known yet. */
let countShown = -1;
/** A turn is painted first: telling the browser takes as long as drawing a piece. */
const afterTurn = new AfterPaint();

/** @param {number} count */
export function appBadge(count) {
  if (count === countShown) return;
  countShown = count;
  afterTurn.do(() => {
    // Browsers that show none, and pages that are not installed, lose nothing.
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    shown?.catch(() => {});
  });
}
