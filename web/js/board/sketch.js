// Marks and arrows that one has drawn on the board for oneself, in a layer of their own.

/** @import { Board } from "./state.js" */
import { svg } from "../dom.js";

/** More than these are not drawn. */
const MOST = 60;
/** How far from the middle of a cell an arrow begins and ends, in cells. */
const OFF_MIDDLE = 0.2;

export class Sketch {
  /** As a text says them: a cell, or two with a hyphen between them. @type {Set<string>} */
  #drawn = new Set();
  #preview = "";
  #layer = svg("g", { class: "sketch" });
  /** @type {Map<string, { x: number, y: number }>} */
  #cells;
  #names;
  #changed;

  /**
   * @param {Board} board
   * @param {(text: string) => void} changed
   */
  constructor({ kind, drawing }, changed) {
    this.#names = kind.layout.cells.map(({ name }) => name);
    this.#cells = new Map(kind.layout.cells.map((cell) => [cell.name, cell]));
    this.#changed = changed;
    drawing.scenes[1].append(this.#layer);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) this.clear();
    });
  }

  /** What does not fit the board is left out. @param {string} text */
  read(text) {
    const known = text.split(",").filter((one) => {
      const [from, to, ...more] = one.split("-");
      return this.#cells.has(from) && (to === undefined || (to !== from && this.#cells.has(to))) && more.length === 0;
    });
    this.#drawn = new Set(known.slice(0, MOST));
    this.#show();
  }

  clear() {
    if (this.#drawn.size === 0) return;
    this.#drawn.clear();
    this.#show();
  }

  /** Draws a mark on a cell, or an arrow between two; or removes it. @type {(from: number, to: number) => void} */
  toggle(from, to) {
    const one = this.#textOf(from, to);
    if (one && !this.#drawn.delete(one) && this.#drawn.size < MOST) this.#drawn.add(one);
    this.#show();
  }

  /** Shows what would be drawn. @type {(from: number, to: number) => void} */
  preview(from, to) {
    const one = this.#textOf(from, to);
    if (one === this.#preview) return;
    this.#preview = one;
    this.#render();
  }

  /** @type {(from: number, to: number) => string} */
  #textOf(from, to) {
    if (from < 0 || to < 0) return "";
    return from === to ? this.#names[from] : `${this.#names[from]}-${this.#names[to]}`;
  }

  #show() {
    this.#render();
    this.#changed([...this.#drawn].join());
  }

  #render() {
    const all = new Set([...this.#drawn, this.#preview].filter(Boolean));
    this.#layer.replaceChildren(...[...all].flatMap((one) => this.#pictureOf(one)));
  }

  /** Drawn in dashes, as nothing else on the board is, over a lighter edge. @param {string} one */
  #pictureOf(one) {
    const [from, to] = one.split("-").map((name) => /** @type {{ x: number, y: number }} */ (this.#cells.get(name)));
    const paths = to ? arrowPaths(from, to) : [["dashes", `M${from.x - 0.4} ${from.y}a.4 .4 0 1 0 .8 0a.4 .4 0 1 0-.8 0z`]];
    const edges = paths.map(([, d]) => svg("path", { class: "edge", d }));
    return [...edges, ...paths.map(([name, d]) => svg("path", { class: name, d, "data-sketch": one }))];
  }
}

/** The shaft and the head of an arrow. @typedef {{ x: number, y: number }} Point @type {(from: Point, to: Point) => [string, string][]} */
function arrowPaths(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const along = (/** @type {number} */ far, side = 0) => `${from.x + dx * far - dy * side} ${from.y + dy * far + dx * side}`;
  const [end, neck] = [length - OFF_MIDDLE, length - OFF_MIDDLE - 0.32];
  return [
    ["dashes", `M${along(OFF_MIDDLE)}L${along(neck)}`],
    ["head", `M${along(end)}L${along(neck, 0.2)}L${along(neck, -0.2)}z`],
  ];
}
