// Which cells a turn touches: what is marked on the board. Pure.

/** @import { ChangeView } from "./protocol.js" */

/** What is captured. @param {ChangeView[]} changes */
export function takenCells(changes) {
  return new Set(changes.flatMap((change) => (change.c === "taken" ? [change.cell] : [])));
}

/** Where pieces came to stand, and where they moved away from. @param {ChangeView[]} changes */
export function touchedCells(changes) {
  const left = changes.flatMap((change) => (change.c === "moved" ? [change.from] : []));
  return new Set([...left, ...newCells(changes)]);
}

/** Where pieces came to stand. @param {ChangeView[]} changes */
export function newCells(changes) {
  const cells = changes.flatMap((change) =>
    change.c === "put" || change.c === "flipped" ? [change.cell] : change.c === "moved" ? [change.to] : [],
  );
  return new Set(cells);
}

/** The part of the free cells that says nothing more: nearly all of them can be touched. */
const NEARLY = 0.75;

/**
 * The cells that are pointed out as ones that can be touched: all of them, unless a step begins with nearly any free cell.
 * @param {Set<number>} targets
 * @param {{ has: (cell: number) => boolean, size: number }} taken the cells where something stands
 * @param {number} count of all cells
 * @param {boolean} begun whether a part of the step is entered
 */
export function telling(targets, taken, count, begun) {
  const free = [...targets].filter((cell) => !taken.has(cell)).length;
  const plain = !begun && free === targets.size && free >= NEARLY * (count - taken.size);
  return plain ? new Set() : targets;
}
