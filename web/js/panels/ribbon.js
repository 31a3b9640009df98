// A ribbon of each seat's chances over a game. Bands differ by patterns and marks, not by colour alone.

/** @import { KindView, ReviewView } from "../../protocol.js" */
import { badge, colourOf } from "../board/picture.js";
import { h, svg } from "../dom.js";
import { bandsOf, placeAt, spread, xOf } from "../model/shares.js";
import { RIBBON } from "../sentences/review.js";

const SIZE = { width: 320, height: 120 };
/** Above the bands, where the turning points have their numbers. */
const ABOVE = 16;
/** How much room a number takes. */
const NUMBER = 15;
/** The badge in a band, and how thick that has to be for it. */
const BADGE = 15;

/** What is drawn over the colour of each seat. */
const PATTERNS = ["", "M-2 8 8-2M6 16 16 6", "M2 2h1.6v1.6H2zM7 7h1.6v1.6H7z", "M0 2.5h10M0 7.5h10", "M-2 2 8 12M2-2 12 8", "M2.5 0v10M7.5 0v10"];

export class Ribbon {
  /** @type {SVGSVGElement} */
  element;
  #now = svg("line", { class: "now", y1: -2, y2: SIZE.height + 2 });
  #count;

  /**
   * @param {KindView} kind
   * @param {ReviewView} review
   * @param {(ply: number) => void} look called with the ply that was touched
   */
  constructor(kind, { chances, turning_points }, look) {
    this.#count = chances.length;
    this.element = svg("svg", { class: "ribbon", viewBox: `-1 ${-ABOVE} ${SIZE.width + 2} ${SIZE.height + ABOVE + 2}`, role: "img", "aria-label": RIBBON });
    const bands = bandsOf(chances, SIZE);
    const areas = bands.flatMap(({ seat, path }) => [
      svg("path", { class: `band ${colourOf(kind, seat)}`, d: path }),
      ...(PATTERNS[seat - 1] ? [svg("path", { d: path, fill: `url(#ribbon-${seat})` })] : []),
      svg("path", { class: "rim", d: path }),
    ]);
    const badges = bands.filter(({ label }) => label.thickness > BADGE + 2).map(({ seat, label }) => placed(badge(kind, seat), label));
    const xs = turning_points.map(({ ply }) => xOf(ply, this.#count, SIZE));
    const numbers = spread(xs, NUMBER, SIZE);
    const points = xs.map((x, index) => turningPoint(x, numbers[index], index + 1));
    this.element.append(svg("defs", {}, ...bands.map(({ seat }) => pattern(kind, seat))), ...areas, ...points, this.#now, ...badges);
    const touched = (/** @type {PointerEvent} */ event) => look(placeAt(this.#xAt(event), this.#count, SIZE));
    this.element.addEventListener("pointerdown", touched);
    this.element.addEventListener("pointermove", (event) => event.buttons > 0 && touched(event));
  }

  /** Marks the position that is shown. @param {number} ply */
  show(ply) {
    const x = xOf(Math.min(ply, this.#count - 1), this.#count, SIZE);
    this.#now.setAttribute("x1", String(x));
    this.#now.setAttribute("x2", String(x));
  }

  /** @param {PointerEvent} event */
  #xAt(event) {
    const { left, width } = this.element.getBoundingClientRect();
    return ((event.clientX - left) / width) * (SIZE.width + 2) - 1;
  }
}

/** A line at its place, and its number above, as near as there is room. @type {(x: number, at: number, number: number) => SVGElement} */
function turningPoint(x, at, number) {
  const lines = ["casing", ""].map((name) => svg("line", { class: name, x1: x, x2: x, y1: 0, y2: SIZE.height }));
  return svg("g", { class: "turning-point" }, ...lines, svg("circle", { cx: at, cy: -8, r: 7 }), svg("text", { x: at, y: -8 }, String(number)));
}

/** @type {(badge: SVGElement, at: { x: number, y: number }) => SVGElement} */
function placed(badge, { x, y }) {
  for (const [name, value] of Object.entries({ x: x - BADGE / 2, y: y - BADGE / 2, width: BADGE, height: BADGE })) badge.setAttribute(name, String(value));
  return badge;
}

/** @type {(kind: KindView, seat: number) => SVGElement} */
function pattern(kind, seat) {
  const lines = svg("path", { class: `hatch ${colourOf(kind, seat)}`, d: PATTERNS[seat - 1] ?? "" });
  return svg("pattern", { id: `ribbon-${seat}`, width: 10, height: 10, patternUnits: "userSpaceOnUse" }, lines);
}

/** The pattern in small, for the legend. @type {(kind: KindView, seat: number, chance: number) => HTMLElement} */
export function bar(kind, seat, chance) {
  const fill = svg("rect", { class: `band ${colourOf(kind, seat)}`, width: 100 * chance, height: 10 });
  const over = svg("rect", { width: 100 * chance, height: 10, fill: PATTERNS[seat - 1] ? `url(#ribbon-${seat})` : "none" });
  return h("span", { class: "bar" }, svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, fill, over));
}
