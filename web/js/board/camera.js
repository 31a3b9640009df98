// Looking closer at a part of the board. Pure.

/**
 * How many times closer, and which point is in the middle, in parts of the whole board.
 * @typedef {{ k: number, x: number, y: number }} View
 * @typedef {{ x: number, y: number }} Point
 */

/** @type {View} */
export const WHOLE = { k: 1, x: 0.5, y: 0.5 };

const CLOSEST = 4;

/**
 * The view nearest to this one that shows nothing but the board.
 * @param {View} view
 * @returns {View}
 */
export function held(view) {
  const k = Math.min(CLOSEST, Math.max(1, view.k));
  const inside = (/** @type {number} */ at) => Math.min(1 - 0.5 / k, Math.max(0.5 / k, at));
  return { k, x: inside(view.x), y: inside(view.y) };
}

/**
 * Closer by a factor, around a point of the screen (in parts of it) that stays where it is.
 * @type {(view: View, factor: number, at?: Point) => View}
 */
export function closer(view, factor, at = { x: 0.5, y: 0.5 }) {
  const k = Math.min(CLOSEST, Math.max(1, view.k * factor));
  const stay = (/** @type {number} */ middle, /** @type {number} */ part) => middle + (part - 0.5) / view.k - (part - 0.5) / k;
  return held({ k, x: stay(view.x, at.x), y: stay(view.y, at.y) });
}

/**
 * Pushed along by a part of the screen.
 * @type {(view: View, by: Point) => View}
 */
export function pushed(view, by) {
  return held({ k: view.k, x: view.x - by.x / view.k, y: view.y - by.y / view.k });
}

/**
 * Two fingers went from somewhere to somewhere, in parts of the screen: what was under them stays under them.
 * @type {(view: View, before: [Point, Point], now: [Point, Point]) => View}
 */
export function pinched(view, before, now) {
  const apart = (/** @type {[Point, Point]} */ [a, b]) => Math.max(0.02, Math.hypot(a.x - b.x, a.y - b.y));
  const middle = (/** @type {[Point, Point]} */ [a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [from, to] = [middle(before), middle(now)];
  return pushed(closer(view, apart(now) / apart(before), from), { x: to.x - from.x, y: to.y - from.y });
}
