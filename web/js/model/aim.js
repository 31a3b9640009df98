// A cell that is aimed at and not yet chosen: small squares under a finger, or by wish, are chosen with a second touch.

/** @import { Board } from "../board/board.js" */
import { isOn } from "../panels/settings.js";

/** A square that is wider than this (pixels) is hit by a finger at once. */
const SURE = 34;

export class Aim {
  /** @type {number | null} */
  cell = null;
  /** Cells that can be chosen now. */
  targets = new Set();
  #board;
  #choose;
  #changed;

  /**
   * @param {Board} board
   * @param {(cell: number) => void} choose
   * @param {() => void} changed
   */
  constructor(board, choose, changed) {
    this.#board = board;
    this.#choose = choose;
    this.#changed = changed;
  }

  /** Whether a touch only aims. @param {boolean} finger */
  careful(finger) {
    return isOn("confirm") || (finger && this.#board.grain < SURE);
  }

  /** Somebody touches a cell; the same once more chooses it. @type {(cell: number, finger: boolean) => void} */
  touch(cell, finger) {
    if (this.cell === cell || !this.targets.has(cell) || !this.careful(finger)) return this.#take(cell);
    this.#set(cell);
  }

  /** The cell that is aimed at is chosen. */
  confirm() {
    if (this.cell !== null) this.#take(this.cell);
  }

  /** Whether anything was aimed at. */
  leave() {
    const aimed = this.cell !== null;
    if (aimed) this.#set(null);
    return aimed;
  }

  /** What can be chosen has changed. @param {Set<number>} targets */
  follow(targets) {
    this.targets = targets;
    if (this.cell !== null && !targets.has(this.cell)) this.cell = null;
    this.#board.aim(this.cell);
  }

  /** @param {number} cell */
  #take(cell) {
    this.cell = null;
    this.#board.aim(null);
    this.#choose(cell);
  }

  /** @param {number | null} cell */
  #set(cell) {
    this.cell = cell;
    this.#board.aim(cell);
    this.#changed();
  }
}
