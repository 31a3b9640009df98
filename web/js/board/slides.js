// Which pieces moved between two diagrams when no changes say so, as when a step is staged or taken back. Pure.

/** @import { PieceView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */

/** @typedef {Map<string, number[]>} Places the cells of each kind of piece */

/**
 * A piece moved if it is the only one of its kind that left a cell and the only one that came to one. A piece that was
 * flipped stays where it is.
 * @type {(before: Diagram["pieces"], now: Diagram["pieces"]) => [number, number][]} from, to
 */
export function slides(before, now) {
  /** @type {[Places, Places]} */
  const [left, came] = [new Map(), new Map()];
  for (const cell of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(cell) ?? [], now.get(cell) ?? []];
    if (was !== is) compare(cell, was, is, left, came);
  }
  return [...left].flatMap(([sort, from]) => {
    const to = came.get(sort) ?? [];
    return from.length === 1 && to.length === 1 ? [/** @type {[number, number]} */ ([from[0], to[0]])] : [];
  });
}

/** @type {(cell: number, was: PieceView[], is: PieceView[], left: Places, came: Places) => void} */
function compare(cell, was, is, left, came) {
  for (let height = 0; height < Math.max(was.length, is.length); height += 1) {
    const [old, piece] = [was[height], is[height]];
    if (old && piece && old.symbol === piece.symbol) continue;
    if (old) noteAt(left, old, cell);
    if (piece) noteAt(came, piece, cell);
  }
}

/** @type {(places: Places, piece: PieceView, cell: number) => void} */
function noteAt(places, { symbol, seat, facing }, cell) {
  const sort = `${symbol} ${seat} ${facing}`;
  places.set(sort, [...(places.get(sort) ?? []), cell]);
}
