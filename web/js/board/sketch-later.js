// Marks and arrows that one draws on the board for oneself: with the right button of a mouse, or with a finger that rests on a cell
// first. What draws them is loaded by the first of them.

/** @import { Point } from "./camera.js" */
/** @import { Sketch } from "./sketch.js" */
/** @import { Board } from "./state.js" */
import { cellAt } from "./frame.js";

/** How long a finger rests on a cell before it draws (milliseconds). */
const REST = 500;
/** A finger that moves less than this (pixels) rests. */
const RESTING = 8;

export class SketchLater {
  /** @type {Sketch | null} */
  #sketch = null;
  #failures = 0;
  /** The pointer that draws, or would if it rested. @type {{ id: number, at: Point } | null} */
  #pointer = null;
  /** The cells between which it draws; none as long as it only rests. @type {[number, number] | null} */
  #drawing = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #board;
  #release;
  #changed;

  /**
   * @param {Board} board
   * @param {(cell: number) => boolean} release asks for the finger that rests on a cell
   * @param {(text: string) => void} changed
   */
  constructor(board, release, changed) {
    this.#board = board;
    this.#release = release;
    this.#changed = changed;
    const { element } = board.drawing;
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#lift(event, true));
    element.addEventListener("pointercancel", (event) => this.#lift(event, false));
    // While a finger draws, it does not scroll the page.
    element.addEventListener("touchmove", (event) => this.#drawing && event.preventDefault(), { passive: false });
  }

  /** Draws what a text says, such as `e5,f6-g7`. @param {string} text */
  read(text) {
    if (text) void this.#load().then((sketch) => sketch?.read(text));
  }

  clear() {
    this.#sketch?.clear();
  }

  /** @param {PointerEvent} event */
  #press({ pointerType, button, pointerId, clientX, clientY }) {
    const second = this.#pointer !== null;
    this.#stop();
    const mouse = pointerType === "mouse";
    if (second || (mouse && button !== 2)) return;
    const at = { x: clientX, y: clientY };
    this.#pointer = { id: pointerId, at };
    if (!mouse) this.#timer = setTimeout(() => this.#rested(at), REST);
    else this.#begin(cellAt(this.#board, at.x, at.y));
    if (mouse) this.#board.drawing.element.setPointerCapture(pointerId);
  }

  /** @param {Point} at */
  #rested({ x, y }) {
    const cell = cellAt(this.#board, x, y);
    if (cell >= 0 && this.#release(cell)) this.#begin(cell);
  }

  /** @param {number} cell */
  #begin(cell) {
    if (cell < 0) return;
    this.#drawing = [cell, cell];
    void this.#load().then((sketch) => this.#drawing && sketch?.preview(...this.#drawing));
  }

  /** @param {PointerEvent} event */
  #move({ pointerId, clientX, clientY }) {
    if (pointerId !== this.#pointer?.id) return;
    const { at } = this.#pointer;
    if (!this.#drawing && Math.hypot(at.x - clientX, at.y - clientY) > RESTING) clearTimeout(this.#timer);
    if (!this.#drawing) return;
    this.#drawing[1] = cellAt(this.#board, clientX, clientY);
    this.#sketch?.preview(...this.#drawing);
  }

  /** @type {(event: PointerEvent, meant: boolean) => void} */
  #lift({ pointerId }, meant) {
    if (pointerId !== this.#pointer?.id) return;
    const drawn = this.#drawing;
    this.#stop();
    if (drawn && meant) void this.#load().then((sketch) => sketch?.toggle(...drawn));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#pointer = null;
    this.#drawing = null;
    this.#sketch?.preview(-1, -1);
  }

  /** After a failure the next one asks again, under another address. */
  async #load() {
    const again = this.#failures > 0 ? `?${this.#failures}` : "";
    try {
      const { Sketch } = await import(`./sketch.js${again}`);
      this.#sketch ??= new Sketch(this.#board, this.#changed);
    } catch {
      this.#failures += 1;
    }
    return this.#sketch;
  }
}
