// How a cell is chosen: at once, or aimed at first and chosen by a second touch. Pure.

/** @import { Turn } from "./turn.js" */

export class Aim {
  /** @type {number | null} the cell that is aimed at */
  cell = null;
  /** The cells that can be chosen now. */
  targets = new Set();
  /** Receives the cells in place of the turn, while it is set. @type {((cell: number) => void) | null} */
  instead = null;
  #open = true;
  #turn;
  #changed;

  /**
   * @param {Turn} turn receives the cells that are chosen
   * @param {() => void} changed called after the aim or the turn has changed
   */
  constructor(turn, changed) {
    this.#turn = turn;
    this.#changed = changed;
  }

  /**
   * A cell is touched. A careful touch only aims at it; touching the same cell again chooses it.
   * @type {(cell: number, careful: boolean) => void}
   */
  touch(cell, careful) {
    if (this.cell === cell) return this.#choose(cell, true);
    if (this.instead || !careful || (!this.targets.has(cell) && !this.waits)) return this.#choose(cell);
    this.cell = cell;
    this.#changed();
  }

  /** Whether the server has yet to say what can be chosen. */
  get waits() {
    const { ours, ready, sent } = this.#turn;
    return this.#open && ours && !ready && !sent;
  }

  /** Enter is pressed on a cell: it sends a complete turn, and otherwise chooses the cell. @param {number} cell */
  enter(cell) {
    const turn = this.#turn;
    if (this.instead || this.cell !== null || !turn.ready || !turn.preview?.complete) return this.#choose(cell);
    turn.send();
    this.#changed();
  }

  /** Chooses the cell that is aimed at. */
  confirm() {
    if (this.cell !== null) this.#choose(this.cell, true);
  }

  /** Stops aiming. Returns whether anything was aimed at. */
  leave() {
    const aimed = this.cell !== null;
    this.cell = null;
    return aimed;
  }

  /**
   * What can be chosen has changed. While the board is not open, as when looking back, nothing is chosen.
   * @type {(targets: Set<number>, open?: boolean) => void}
   */
  follow(targets, open = true) {
    this.targets = targets;
    this.#open = open;
    if (this.cell !== null && !targets.has(this.cell) && !this.waits) this.cell = null;
  }

  /** @type {(cell: number, sure?: boolean) => void} */
  #choose(cell, sure = false) {
    this.cell = null;
    if (this.instead) this.instead(cell);
    else if (this.#open) this.#turn.touch(String(cell), sure);
    this.#changed();
  }
}
