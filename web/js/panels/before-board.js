// Where there is little room, what precedes the game lies over a part of the board: the board is then drawn smaller above it.
// It is drawn so, and keeps its place in the page: nothing moves when the game begins.

import { byId } from "../dom.js";
import { topOfPlayers } from "./page-layout.js";

/** Between the board and what lies over it (pixels). */
const GAP = 8;

export class BeforeBoard {
  #root;
  #board = byId("table-top");

  /** @param {HTMLElement} root the section that may lie over the board */
  constructor(root) {
    this.#root = root;
    const observer = new ResizeObserver(() => this.follow());
    observer.observe(root);
    observer.observe(this.#board);
    addEventListener("resize", () => this.follow());
  }

  /** Draws the board in the room that is left. */
  follow() {
    const covers = !this.#root.hidden && getComputedStyle(this.#root).position === "fixed";
    this.#board.style.setProperty("--before", covers ? this.#transform() : "none");
  }

  #transform() {
    const cover = this.#root.getBoundingClientRect();
    const { top, width } = /** @type {HTMLElement} */ (this.#board.offsetParent ?? document.body).getBoundingClientRect();
    const place = { x: this.#board.offsetLeft, y: this.#board.offsetTop, width: this.#board.offsetWidth, height: this.#board.offsetHeight };
    // The players are not shown around the board yet.
    const lift = topOfPlayers() - top;
    const scale = Math.max(0, Math.min(1, (cover.top - top - lift - GAP) / place.height));
    const x = (width - place.width * scale) / 2 - place.x;
    return `translate(${x}px, ${lift - place.y}px) scale(${scale})`;
  }
}
