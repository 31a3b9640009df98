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
