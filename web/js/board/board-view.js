// A board on a page, with all that belongs to it: aim, touch input, loupe and animation. Tables, lessons and figures use the same.

/** @import { ChangeView, KindView } from "../../protocol.js" */
/** @import { Aim } from "../model/aim.js" */
/** @import { Diagram } from "../model/timeline.js" */
/** @import { TurnState } from "../model/turn.js" */
/** @import { Board } from "./state.js" */
/** @import { Surface } from "./touch-input.js" */
import { isCell } from "../model/clicks.js";
import { ghostOf } from "../model/ghost.js";
import { after } from "../model/timeline.js";
import { Animator, animationSteps, reducedMotion } from "./animator.js";
import { createBoard, fitBoard, moveCamera, rotateBoard } from "./board.js";
import { zoomed } from "./camera.js";
import { cellAt, cellSizeOf } from "./frame.js";
import { placeBeside } from "./beside.js";
import { LoupeLater } from "./loupe-later.js";
import { newCells, removedCells, takenCells, touchedCells } from "./marks.js";
import { planesOf, renderAim, renderDiagram, renderGhost } from "./render.js";
import { SketchLater } from "./sketch-later.js";
import { NO_MARKS } from "./state.js";
import { TouchInput } from "./touch-input.js";

/** A finger hits a cell that is at least this wide (pixels) without aiming. */
const FINGERTIP = 34;

/**
 * A position to show.
 * @typedef {object} Scene
 * @property {Diagram} drawn the position, with the steps that are staged
 * @property {ChangeView[]} last what the last turn changed
 * @property {ChangeView[]} [suggested] what a turn would change that is suggested
 * @property {ChangeView[]} [compared] what the turn that was played there changed, to be compared with it
 * @property {TurnState} [turn] the turn that is being composed in it
 * @property {Set<number>} [targets] what can be chosen
 * @property {number | null} [aimed]
 * @property {Set<number>} [bound] the cells that a plan depends on
 */

export class BoardView {
  #board;
  #touchInput;
  #animator = new Animator();
  /** @type {Scene | null} what is shown when no turn is being animated */
  #scene = null;
  /** @type {number | null} the cell under the mouse */
  #hovered = null;
  #kind;
  #confirm;

  /**
   * @param {{ board: Element, loupe?: HTMLElement | null, confirm?: HTMLElement | null }} places `confirm` stands beside a cell that is aimed at
   * @param {KindView} kind
   * @param {Aim} [aim] what clicks and touches go to; without it, the board is only looked at
   * @param {() => void} [onZoom]
   */
  constructor({ board, loupe = null, confirm = null }, kind, aim, onZoom = () => {}) {
    this.#kind = kind;
    this.#confirm = confirm;
    this.#board = createBoard(kind, (cell, byKey) => aim && this.#touch(aim, cell, byKey));
    const careful = () => this.#careful(true);
    if (aim && loupe) this.#touchInput = new TouchInput(surfaceOf(this.#board), aim, new LoupeLater(loupe, this.#board), { careful, zoomed: onZoom });
    const { element } = this.#board.drawing;
    board.replaceChildren(...planesOf(this.#board));
    board.classList.add("planes");
    element.addEventListener("pointermove", (event) => this.#hover(event.pointerType === "mouse" ? cellOf(event.target) : null));
    element.addEventListener("pointerleave", () => this.#hover(null));
  }

  /** @type {(aim: Aim, cell: number, byKey: boolean) => void} */
  #touch(aim, cell, byKey) {
    this.stop();
    if (byKey) aim.enter(cell);
    else aim.touch(cell, this.#careful(false));
  }

  /** Whether a touch only aims, because the cells are small. @param {boolean} finger */
  #careful(finger) {
    return finger && cellSizeOf(this.#board) < FINGERTIP;
  }

  /** @param {number | null} cell */
  #hover(cell) {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    this.#showGhost();
  }

  /** The piece that the cell under the mouse or the one that is aimed at would get, or one that waits for the server. */
  #showGhost() {
    const { drawn, turn, targets, aimed = null } = this.#scene ?? {};
    const wanted = aimed ?? (this.#hovered !== null && targets?.has(this.#hovered) ? this.#hovered : null);
    const asked = turn?.asking ? Number(turn.path.findLast(isCell) ?? -1) : -1;
    if (!drawn || !turn || this.busy) return renderGhost(this.#board, null);
    if (wanted !== null) return renderGhost(this.#board, ghostOf(this.#kind.layout, drawn, turn, wanted));
    const before = { ...turn, path: turn.path.slice(0, -1) };
    renderGhost(this.#board, asked >= 0 ? ghostOf(this.#kind.layout, drawn, before, asked) : null);
  }

  /** Whether a turn is being animated. */
  get busy() {
    return this.#animator.busy;
  }

  /** How many times the board is magnified. */
  get magnification() {
    return this.#board.camera.k;
  }

  /** @param {number} factor */
  zoom(factor) {
    moveCamera(this.#board, zoomed(this.#board.camera, factor));
  }

  /** @param {number} degrees clockwise */
  rotate(degrees) {
    if (degrees !== this.#board.rotation) rotateBoard(this.#board, degrees);
  }

  /** Fits the drawing to a narrow or a wide screen. @param {boolean} narrow */
  fit(narrow) {
    fitBoard(this.#board, narrow);
  }

  /** Lets one draw marks and arrows for oneself; `changed` is told what there is. @param {(text: string) => void} [changed] */
  sketch(changed = () => {}) {
    return new SketchLater(this.#board, (cell) => this.#touchInput?.release(cell) ?? true, changed);
  }

  /** Puts the focus on the cell where the Tab key stops. */
  focus() {
    /** @type {SVGElement | null} */ (this.#board.drawing.element.querySelector('[tabindex="0"]'))?.focus();
  }

  /** Shows a position: at once, or when the turn that is being animated has been shown. @param {Scene} scene */
  show(scene) {
    this.#scene = scene;
    if (!this.busy) this.#draw(scene);
  }

  /** @param {Scene} scene */
  #draw({ drawn, last, suggested, compared, turn, targets = new Set(), aimed = null, bound }) {
    const preview = turn?.preview ?? null;
    const path = turn?.path ?? [];
    this.#touchInput?.follow(targets.size > 0);
    renderAim(this.#board, aimed);
    if (this.#confirm) placeBeside(this.#confirm, aimed === null ? null : this.#board.drawing.cells[aimed]);
    renderDiagram(this.#board, drawn, {
      targets,
      begun: path.length > 0,
      path: new Set(path.filter(isCell).map(Number)),
      staged: newCells(preview?.changes ?? []),
      doomed: takenCells(preview?.end ?? []),
      last: touchedCells(last),
      suggested,
      compared,
      bound,
      given: removedCells(turn?.steps.length ? (preview?.changes ?? []) : last),
      wanted: new Set(preview?.guide.named ?? []),
    });
    this.#showGhost();
  }

  /**
   * Shows changes step by step, and afterwards the scene to be shown by then. Changes that are on the screen already, since
   * they were staged there, are not shown again.
   * @type {(before: Diagram, changes: ChangeView[], known: number, done?: () => void) => boolean} returns whether there is anything to animate
   */
  animate(before, changes, known, done) {
    const plan = animationSteps(changes.slice(known));
    if (plan.length < 2 || reducedMotion() || document.hidden) return false;
    this.play(after(before, changes.slice(0, known)), plan, touchedCells(changes), done);
    return true;
  }

  /** Shows a turn once more, from the position before it. @type {(before: Diagram, changes: ChangeView[]) => void} */
  repeat(before, changes) {
    renderDiagram(this.#board, before, NO_MARKS);
    this.play(before, [[], ...animationSteps(changes), []], touchedCells(changes));
  }

  /**
   * Shows steps one after the other, on request also where little motion is wanted.
   * @param {Diagram} before
   * @param {ChangeView[][]} plan
   * @param {Set<number>} [last] the cells marked all the time; otherwise those of each step
   * @param {() => void} [done]
   */
  play(before, plan, last, done = () => {}) {
    const show = (/** @type {Diagram} */ diagram, /** @type {ChangeView[]} */ step, /** @type {ChangeView[]} */ ahead) =>
      renderDiagram(this.#board, diagram, { ...NO_MARKS, last: last ?? touchedCells(step), doomed: takenCells(ahead) }, step);
    this.#animator.play(before, plan, show, () => {
      if (this.#scene) this.#draw(this.#scene);
      done();
    });
  }

  /** Stops the animation; what is to be shown then is for the caller. */
  stop() {
    this.#animator.stop();
  }
}

/** A board as far as fingers reach it. @type {(board: Board) => Surface} */
function surfaceOf(board) {
  return {
    element: board.drawing.element,
    get camera() {
      return board.camera;
    },
    set camera(camera) {
      moveCamera(board, camera);
    },
    cellAt: (x, y) => cellAt(board, x, y),
    aim: (cell, good) => renderAim(board, cell, good),
  };
}

/** The cell that an event is about. @param {EventTarget | null} target */
function cellOf(target) {
  const cell = target instanceof Element ? target.getAttribute("data-cell") : null;
  return cell === null ? null : Number(cell);
}
