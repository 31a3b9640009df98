// The position after each ply, computed from the changes. Pure.

/** @import { ChangeView, DiagramView, PieceView, PlyView, PreviewView } from "../../protocol.js" */

/** @typedef {{ pieces: Map<number, PieceView[]>, control: Map<number, number>, tallies: number[][] }} Diagram */

/**
 * A diagram in a form that is quick to change.
 * @param {DiagramView} view
 * @returns {Diagram}
 */
export function diagramOf(view) {
  const pieces = new Map();
  for (const [cell, piece] of view.pieces) pieces.set(cell, [...(pieces.get(cell) ?? []), piece]);
  return { pieces, control: new Map(view.control), tallies: view.tallies };
}

/**
 * The diagram after some changes; the one before is not changed.
 * @param {Diagram} diagram
 * @param {ChangeView[]} changes
 * @param {number[][]} [tallies] what the seats hold then
 * @returns {Diagram}
 */
export function after(diagram, changes, tallies = diagram.tallies) {
  const next = { pieces: new Map(diagram.pieces), control: new Map(diagram.control), tallies };
  for (const change of changes) apply(next, change);
  return next;
}

/**
 * @param {Diagram} diagram
 * @param {ChangeView} change
 */
function apply(diagram, change) {
  switch (change.c) {
    case "put":
      return put(diagram, change.cell, change.piece);
    case "taken":
    case "removed":
      return take(diagram, change.cell, change.piece);
    case "moved":
      take(diagram, change.from, change.piece);
      return put(diagram, change.to, change.piece);
    case "flipped":
      return flip(diagram, change.cell, change.from, change.to);
    case "control":
      if (change.seat === null) diagram.control.delete(change.cell);
      else diagram.control.set(change.cell, change.seat);
  }
}

/** @type {(diagram: Diagram, cell: number, piece: PieceView) => void} */
function put(diagram, cell, piece) {
  diagram.pieces.set(cell, [...(diagram.pieces.get(cell) ?? []), piece]);
}

/** @type {(diagram: Diagram, cell: number, piece: PieceView) => void} */
function take(diagram, cell, piece) {
  const stack = diagram.pieces.get(cell) ?? [];
  const at = stack.findLastIndex((found) => samePiece(found, piece));
  if (at < 0) return;
  if (stack.length === 1) diagram.pieces.delete(cell);
  else diagram.pieces.set(cell, stack.toSpliced(at, 1));
}

/** @type {(diagram: Diagram, cell: number, from: PieceView, to: PieceView) => void} */
function flip(diagram, cell, from, to) {
  const stack = diagram.pieces.get(cell) ?? [];
  const at = stack.findIndex((found) => samePiece(found, from));
  if (at >= 0) diagram.pieces.set(cell, stack.with(at, to));
}

/** @type {(a: PieceView, b: PieceView) => boolean} */
function samePiece(a, b) {
  return a.symbol === b.symbol && a.seat === b.seat && a.facing === b.facing;
}

/**
 * The diagram with the steps that are staged in a turn.
 * @param {Diagram} diagram
 * @param {{ steps: string[], preview: PreviewView | null }} turn
 */
export function staged(diagram, { steps, preview }) {
  return preview && steps.length > 0 ? after(diagram, preview.changes, preview.tallies) : diagram;
}

/** Remembers the diagrams of one game, so that going back and forth is quick. */
export class Timeline {
  /** @type {DiagramView | null} */
  #start = null;
  /** @type {Diagram[]} */
  #diagrams = [];
  /** @type {PlyView[]} */
  #plies = [];

  /**
   * The position after ply `n`; 0 is the start. A table that was sent again brings a new `start`; else plies are added at the
   * end, and those that are taken back go from there.
   * @param {{ start: DiagramView, plies: PlyView[] }} table
   * @param {number} n
   * @returns {Diagram}
   */
  at(table, n) {
    if (table.start !== this.#start) {
      this.#start = table.start;
      this.#diagrams = [diagramOf(table.start)];
    }
    this.#plies = this.#kept(table.plies);
    while (this.#diagrams.length <= n) this.#grow();
    return this.#diagrams[n];
  }

  /** The plies of a game, after forgetting what is known of those that are no longer part of it. @param {PlyView[]} plies */
  #kept(plies) {
    let known = this.#diagrams.length - 1;
    while (known > 0 && plies[known - 1] !== this.#plies[known - 1]) known -= 1;
    this.#diagrams.length = known + 1;
    return plies;
  }

  #grow() {
    const ply = this.#plies[this.#diagrams.length - 1];
    this.#diagrams.push(after(this.#diagrams[this.#diagrams.length - 1], ply.changes, ply.tallies));
  }
}
