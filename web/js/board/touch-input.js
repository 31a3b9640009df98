// Fingers on the board: one aims, or pans a board that is zoomed in; two zoom. A mouse clicks.

/** @import { Aim } from "../model/aim.js" */
/** @import { Camera, Point } from "./camera.js" */
/** @import { LoupeLater } from "./loupe-later.js" */
import { AfterPaint } from "../after-paint.js";
import { panned, pinched, zoomed } from "./camera.js";

/** A finger that moves less than this (pixels) taps. */
const STILL = 8;
/** A board that is zoomed in this much is panned by one finger. */
const NEAR = 1.05;

/**
 * A board as far as fingers reach it.
 * @typedef {object} Surface
 * @property {SVGSVGElement} element
 * @property {Camera} camera which part of it is shown
 * @property {(x: number, y: number) => number} cellAt the cell at a point of the screen; -1 off the board
 * @property {(cell: number | null, good?: boolean) => void} aim marks the cell that is aimed at
 */

export class TouchInput {
  /** @type {Map<number, Point>} where the pointers are, on the screen */
  #down = new Map();
  /** @type {Point | null} where the first one came down */
  #from = null;
  /** Where it was looked for a cell last, and which cell was there then: the board may move before the finger is lifted. */
  #seen = { at: { x: 0, y: 0 }, cell: -1 };
  /** @type {"aim" | "pan" | "pinch" | "none"} */
  #doing = "none";
  /** Whether the click that a browser makes of a touch is still to come: it must not count twice. */
  #handled = false;
  #afterPaint = new AfterPaint();
  #surface;
  #aim;
  #loupe;
  #careful;
  #zoomed;

  /**
   * @param {Surface} surface
   * @param {Aim} aim
   * @param {LoupeLater} loupe
   * @param {{ careful: () => boolean, zoomed: () => void }} ways whether a touch only aims; called after the camera has moved
   */
  constructor(surface, aim, loupe, { careful, zoomed }) {
    this.#surface = surface;
    this.#aim = aim;
    this.#loupe = loupe;
    this.#careful = careful;
    this.#zoomed = zoomed;
    const { element } = surface;
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#lift(event, true));
    element.addEventListener("pointercancel", (event) => this.#lift(event, false));
    element.addEventListener("click", (event) => this.#click(event), { capture: true });
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // A finger that rests aims or draws, and so does the right button.
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /**
   * While there is nothing to choose, a finger on the board scrolls the page. A browser works out the styles of all that is on the
   * board when this changes, so a turn is painted first.
   * @param {boolean} choosing
   */
  follow(choosing) {
    const action = choosing || this.#surface.camera.k >= NEAR ? "none" : "pan-y";
    const { style } = this.#surface.element;
    if (style.touchAction !== action) this.#afterPaint.do(() => (style.touchAction = action));
    else this.#afterPaint.cancel();
  }

  /** Gives up the finger that rests on a cell, unless it aims at what can be chosen: then it may be the page that is slow. @param {number} cell */
  release(cell) {
    if (this.#down.size !== 1 || (this.#doing === "aim" && this.#mayChoose(cell))) return false;
    this.#down.clear();
    this.#doing = "none";
    this.#from = null;
    this.#loupe.hide();
    this.#surface.aim(this.#aim.cell);
    return true;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const mouse = event.pointerType === "mouse";
    this.#handled = !mouse;
    if (mouse && (event.button !== 0 || this.#surface.camera.k < NEAR)) return;
    const at = { x: event.clientX, y: event.clientY };
    this.#down.set(event.pointerId, at);
    if (!mouse) this.#surface.element.setPointerCapture(event.pointerId);
    if (this.#down.size === 1) this.#first(at, mouse);
    else this.#second();
  }

  /** @type {(at: Point, mouse: boolean) => void} */
  #first(at, mouse) {
    this.#from = at;
    this.#doing = "none";
    if (!mouse) this.#seen = { at, cell: this.#surface.cellAt(at.x, at.y) };
    if (mouse || this.#surface.camera.k >= NEAR || !this.#careful() || !(this.#aim.targets.size > 0 || this.#aim.waits)) return;
    this.#doing = "aim";
    this.#aimAt(at);
  }

  #second() {
    this.#doing = this.#down.size === 2 ? "pinch" : "none";
    this.#loupe.hide();
    this.#surface.aim(this.#aim.cell);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    const at = { x: event.clientX, y: event.clientY };
    const all = [...this.#down.values()];
    this.#down.set(event.pointerId, at);
    if (this.#doing === "pinch") this.#pinch(all, [...this.#down.values()]);
    else if (this.#doing === "aim") this.#aimAt(at);
    else if (this.#doing === "pan") this.#pan(before, at);
    else if (this.#surface.camera.k >= NEAR && this.#from && far(this.#from, at) > STILL) {
      this.#doing = "pan";
      this.#handled = true;
    }
  }

  /** @type {(before: Point[], now: Point[]) => void} */
  #pinch(before, now) {
    const [a, b, c, d] = [...before, ...now].map((point) => this.#part(point));
    this.#point(pinched(this.#surface.camera, [a, b], [c, d]));
  }

  /** @type {(before: Point, now: Point) => void} */
  #pan(before, now) {
    const [from, to] = [this.#part(before), this.#part(now)];
    this.#point(panned(this.#surface.camera, { x: to.x - from.x, y: to.y - from.y }));
  }

  /** @param {Camera} camera */
  #point(camera) {
    this.#surface.camera = camera;
    this.#zoomed();
  }

  /** The cell at a point; what was there before if the finger has not moved. @param {Point} at */
  #cellAt(at) {
    if (this.#seen.at.x !== at.x || this.#seen.at.y !== at.y) this.#seen = { at, cell: this.#surface.cellAt(at.x, at.y) };
    return this.#seen.cell;
  }

  /** Whether a cell can be chosen, as far as is known. @param {number} cell */
  #mayChoose(cell) {
    return this.#aim.targets.has(cell) || this.#aim.waits;
  }

  /** Shows what the finger is aiming at. @param {Point} at */
  #aimAt(at) {
    const { x, y } = at;
    const cell = this.#cellAt(at);
    if (cell < 0) {
      this.#surface.aim(null);
      return this.#loupe.hide();
    }
    const good = this.#mayChoose(cell);
    this.#surface.aim(cell, good);
    this.#loupe.show(cell, x, y, good);
  }

  /** @type {(event: PointerEvent, meant: boolean) => void} */
  #lift(event, meant) {
    if (!this.#down.delete(event.pointerId)) return;
    this.#loupe.hide();
    const [doing, from] = [this.#doing, this.#from];
    if (this.#down.size > 0) return void (this.#doing = "none");
    const at = { x: event.clientX, y: event.clientY };
    const tapped = doing === "none" && from !== null && event.pointerType !== "mouse" && far(from, at) <= STILL;
    this.#doing = "none";
    this.#from = null;
    if (!meant || (doing !== "aim" && !tapped)) return this.#surface.aim(this.#aim.cell);
    const cell = tapped ? this.#seen.cell : this.#cellAt(at);
    if (cell >= 0) this.#aim.touch(cell, this.#careful());
    this.#surface.aim(this.#aim.cell);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!this.#handled || event.detail === 0) return;
    this.#handled = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** A touchpad pinches by a wheel with Ctrl. @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#point(zoomed(this.#surface.camera, Math.exp(-event.deltaY / 120), this.#part({ x: event.clientX, y: event.clientY })));
  }

  /** A point of the screen in parts of the board's frame. @param {Point} point */
  #part({ x, y }) {
    const box = this.#surface.element.getBoundingClientRect();
    return { x: (x - box.left) / box.width, y: (y - box.top) / box.height };
  }
}

/** @type {(a: Point, b: Point) => number} */
function far(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
