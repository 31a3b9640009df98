// Which cells a turn touches: what is marked on the board. Pure.

/** @import { ChangeView } from "./protocol.js" */

/** What is captured. @param {ChangeView[]} changes */
export function takenCells(changes) {
  return new Set(changes.flatMap((change) => (change.c === "taken" ? [change.cell] : [])));
}

/** Where pieces came to stand. @param {ChangeView[]} changes */
export function newCells(changes) {
  const cells = changes.flatMap((change) =>
    change.c === "put" || change.c === "flipped" ? [change.cell] : change.c === "moved" ? [change.to] : [],
  );
  return new Set(cells);
}
