// Which part of the board is shown: zooming and panning. Pure.

/**
 * How many times the board is magnified, and which point is in the middle, in parts of the whole board.
 * @typedef {{ k: number, x: number, y: number }} Camera
 * @typedef {{ x: number, y: number }} Point
 */

/** @type {Camera} */
export const WHOLE = { k: 1, x: 0.5, y: 0.5 };

const CLOSEST = 4;

/**
 * The camera nearest to this one that shows nothing but the board.
 * @param {Camera} camera
 * @returns {Camera}
 */
export function clamped(camera) {
  const k = Math.min(CLOSEST, Math.max(1, camera.k));
  const inside = (/** @type {number} */ at) => Math.min(1 - 0.5 / k, Math.max(0.5 / k, at));
  return { k, x: inside(camera.x), y: inside(camera.y) };
}

/**
 * Zooms in by a factor, around a point of the screen (in parts of it) that stays where it is.
 * @type {(camera: Camera, factor: number, at?: Point) => Camera}
 */
export function zoomed(camera, factor, at = { x: 0.5, y: 0.5 }) {
  const k = Math.min(CLOSEST, Math.max(1, camera.k * factor));
  const stay = (/** @type {number} */ middle, /** @type {number} */ part) => middle + (part - 0.5) / camera.k - (part - 0.5) / k;
  return clamped({ k, x: stay(camera.x, at.x), y: stay(camera.y, at.y) });
}

/**
 * Pans by a part of the screen.
 * @type {(camera: Camera, by: Point) => Camera}
 */
export function panned(camera, by) {
  return clamped({ k: camera.k, x: camera.x - by.x / camera.k, y: camera.y - by.y / camera.k });
}

/**
 * Two fingers moved, in parts of the screen: what was under them stays under them.
 * @type {(camera: Camera, before: [Point, Point], now: [Point, Point]) => Camera}
 */
export function pinched(camera, before, now) {
  const apart = (/** @type {[Point, Point]} */ [a, b]) => Math.max(0.02, Math.hypot(a.x - b.x, a.y - b.y));
  const middle = (/** @type {[Point, Point]} */ [a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [from, to] = [middle(before), middle(now)];
  return panned(zoomed(camera, apart(now) / apart(before), from), { x: to.x - from.x, y: to.y - from.y });
}
