// Which cells are marked on the board. Pure.

/** @import { ChangeView, PieceView } from "../../protocol.js" */

/** The cells where a piece is captured. @param {ChangeView[]} changes */
export function takenCells(changes) {
  return new Set(changes.flatMap((change) => (change.c === "taken" ? [change.cell] : [])));
}

/** The cells that a piece was removed from. @param {ChangeView[]} changes */
export function removedCells(changes) {
  return new Set(changes.flatMap((change) => (change.c === "removed" ? [change.cell] : [])));
}

/** The cells where a piece arrived, or that it moved away from. @param {ChangeView[]} changes */
export function touchedCells(changes) {
  const left = changes.flatMap((change) => (change.c === "moved" ? [change.from] : []));
  return new Set([...left, ...newCells(changes)]);
}

/** The cells where a piece arrived. @param {ChangeView[]} changes */
export function newCells(changes) {
  const cells = changes.flatMap((change) => (change.c === "put" || change.c === "flipped" ? [change.cell] : change.c === "moved" ? [change.to] : []));
  return new Set(cells);
}

/** Up to this part of all cells are few: they are always highlighted. */
const FEW = 1 / 6;
/** Highlights say nothing where at least this part of all similar cells can be chosen. */
const NEARLY = 0.75;

/**
 * The cells that are highlighted because they can be chosen: all of them, unless they are many and a step can begin on
 * nearly any free cell or with nearly any piece of somebody's.
 * @param {Set<number>} targets
 * @param {Map<number, PieceView[]>} pieces
 * @param {number} count of all cells
 * @param {boolean} begun whether a part of the step has been entered
 */
export function highlighted(targets, pieces, count, begun) {
  const alike = (/** @type {number} */ cell) => pieces.get(cell)?.at(-1)?.seat;
  /** @type {Map<number | null | undefined, number>} */
  const offered = new Map();
  for (const cell of targets) offered.set(alike(cell), (offered.get(alike(cell)) ?? 0) + 1);
  const all = (/** @type {number | null | undefined} */ owner) =>
    owner === undefined ? count - pieces.size : [...pieces.keys()].filter((cell) => alike(cell) === owner).length;
  const plain = !begun && targets.size > FEW * count && [...offered].every(([owner, some]) => some >= NEARLY * all(owner));
  return plain ? new Set() : targets;
}
