// The number on the icon of the installed app: at how many tables it is our turn.

/** How many are shown; none are known yet. */
let countShown = -1;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let telling;
/** A turn is painted first: telling the browser takes as long as drawing a piece (milliseconds). */
const TELL_AFTER = 300;

/** @param {number} count */
export function appBadge(count) {
  if (count === countShown) return;
  countShown = count;
  clearTimeout(telling);
  telling = setTimeout(() => {
    // Browsers that show none, and pages that are not installed, lose nothing.
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    shown?.catch(() => {});
  }, TELL_AFTER);
}
