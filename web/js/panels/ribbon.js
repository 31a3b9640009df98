// A ribbon of each seat's chances over a game, as wide as its place, on which one drags to a position. Bands differ by patterns
// and marks, not by colour alone.

/** @import { KindView, ReviewView } from "../../protocol.js" */
/** @import { State } from "../model/session.js" */
import { badge, colourOf } from "../board/picture.js";
import { h, plain, svg } from "../dom.js";
import { bandsOf, placeAt, spread, xOf } from "../model/shares.js";
import { playerName } from "../model/who.js";
import { RIBBON, ribbonAt } from "../sentences/review.js";

const HEIGHT = 56;
/** Above the bands, where the turning points have their numbers. */
const ABOVE = 16;
/** How much room a number takes. */
const NUMBER = 15;
/** The badge in a band, and how thick that has to be for it. */
const BADGE = 15;
/** How many turns the keys for a page go on or back. */
const PAGE = 10;

/** What is drawn over the colour of each seat. */
const PATTERNS = ["", "M-2 8 8-2M6 16 16 6", "M2 2h1.6v1.6H2zM7 7h1.6v1.6H7z", "M0 2.5h10M0 7.5h10", "M-2 2 8 12M2-2 12 8", "M2.5 0v10M7.5 0v10"];

export class Ribbon {
  #root;
  #kind;
  #look;
  /** @type {ReviewView | null} */
  #review = null;
  #size = { width: 320, height: HEIGHT };
  #ply = 0;
  #now = svg("line", { class: "now", y1: -2, y2: HEIGHT + 2 });

  /**
   * @param {HTMLElement} root
   * @param {KindView} kind
   * @param {(ply: number) => void} look called with the ply that was chosen
   */
  constructor(root, kind, look) {
    this.#root = root;
    this.#kind = kind;
    this.#look = look;
    const attributes = { role: "slider", tabindex: "0", "aria-label": RIBBON, "aria-valuemin": "0" };
    for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
    root.hidden = false;
    root.addEventListener("pointerdown", (event) => {
      root.setPointerCapture(event.pointerId);
      this.#touched(event);
    });
    root.addEventListener("pointermove", (event) => event.buttons > 0 && this.#touched(event));
    root.addEventListener("keydown", (event) => this.#pressed(event));
    new ResizeObserver(() => this.#review && this.#render(this.#review)).observe(root);
  }

  get #last() {
    return (this.#review?.chances.length ?? 1) - 1;
  }

  /** @param {ReviewView} review */
  draw(review) {
    this.#review = review;
    this.#root.setAttribute("aria-valuemax", String(this.#last));
    this.#render(review);
  }

  /** @param {ReviewView} review */
  #render({ chances, turning_points }) {
    const kind = this.#kind;
    const size = (this.#size = { width: Math.max(200, this.#root.clientWidth - 2), height: HEIGHT });
    const bands = bandsOf(chances, size);
    const areas = bands.flatMap(({ seat, path }) => [
      svg("path", { class: `band ${colourOf(kind, seat)}`, d: path }),
      ...(PATTERNS[seat - 1] ? [svg("path", { d: path, fill: `url(#ribbon-${seat})` })] : []),
      svg("path", { class: "rim", d: path }),
    ]);
    const badges = bands.filter(({ label }) => label.thickness > BADGE + 2).map(({ seat, label }) => placed(badge(kind, seat), label));
    const xs = turning_points.map(({ ply }) => xOf(ply - 1, chances.length, size));
    const numbers = spread(xs, NUMBER, size);
    const points = xs.map((x, index) => turningPoint(x, numbers[index], index + 1));
    const drawn = svg("svg", { class: "ribbon", viewBox: `-1 ${-ABOVE} ${size.width + 2} ${HEIGHT + ABOVE + 2}`, "aria-hidden": "true" });
    drawn.append(svg("defs", {}, ...bands.map(({ seat }) => pattern(kind, seat))), ...areas, ...points, this.#now, ...badges);
    this.#root.replaceChildren(drawn);
    this.#mark();
  }

  /** Marks the position that is shown. @type {(ply: number, state: State) => void} */
  show(ply, state) {
    this.#ply = Math.min(ply, this.#last);
    this.#root.setAttribute("aria-valuenow", String(this.#ply));
    const chances = this.#review?.chances[this.#ply] ?? [];
    this.#root.setAttribute("aria-valuetext", plain(ribbonAt(this.#ply, chances, (seat) => playerName(state, seat))));
    this.#mark();
  }

  #mark() {
    const x = xOf(this.#ply, this.#last + 1, this.#size);
    this.#now.setAttribute("x1", String(x));
    this.#now.setAttribute("x2", String(x));
  }

  /** On the bands the position there, above them the nearest turning point. @param {PointerEvent} event */
  #touched(event) {
    const { left, top, width, height } = this.#root.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * (this.#size.width + 2) - 1;
    const points = this.#review?.turning_points ?? [];
    const isAbove = event.type === "pointerdown" && (event.clientY - top) / height < ABOVE / (HEIGHT + ABOVE + 2);
    const places = points.map(({ ply }) => ply - 1);
    const near = (/** @type {number} */ ply) => Math.abs(xOf(ply, this.#last + 1, this.#size) - x);
    if (isAbove && places.length > 0) this.#look(places.reduce((a, b) => (near(b) < near(a) ? b : a)));
    else this.#look(placeAt(x, this.#last + 1, this.#size));
  }

  /** Left, right, Home and End go through the game wherever the focus is. @param {KeyboardEvent} event */
  #pressed(event) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#look(Math.max(0, Math.min(this.#last, this.#ply + by)));
  }
}

/** A line at its place, and its number above, as near as there is room. @type {(x: number, at: number, number: number) => SVGElement} */
function turningPoint(x, at, number) {
  const lines = ["casing", ""].map((name) => svg("line", { class: name, x1: x, x2: x, y1: 0, y2: HEIGHT }));
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
