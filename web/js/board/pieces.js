// The pieces on a board: put where they stand, and moved when they move.

/** @import { PieceView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
/** @import { Board } from "./state.js" */
import { raised } from "../cells.js";
import { svg } from "../dom.js";
import { reducedMotion } from "./animator.js";
import { pieceOf } from "./picture.js";

/** How long a piece takes to vanish (milliseconds): the same as in table.css. */
const VANISH = 260;

/** The piece on top of a cell is the one on another from now on, and slides there. @type {(board: Board, from: number, to: number) => void} */
export function carryPiece({ drawing: { pieces } }, from, to) {
  const [old, now] = [`${from}:${heightOf(pieces, from) - 1}`, `${to}:${heightOf(pieces, to)}`];
  const entry = pieces.get(old);
  if (!entry) return;
  pieces.delete(old);
  pieces.set(now, entry);
}

/** @type {(pieces: Map<string, unknown>, cell: number) => number} */
function heightOf(pieces, cell) {
  let height = 0;
  while (pieces.has(`${cell}:${height}`)) height += 1;
  return height;
}

/** Only the cells whose stack is another than before are looked at. @type {(board: Board, diagram: Diagram) => void} */
export function renderPieces(board, diagram) {
  const before = board.diagram?.pieces ?? new Map();
  for (const cell of new Set([...before.keys(), ...diagram.pieces.keys()])) {
    const stack = diagram.pieces.get(cell);
    if (stack === before.get(cell)) continue;
    (stack ?? []).forEach((piece, height) => renderPiece(board, cell, height, piece));
    clearAbove(board, cell, stack?.length ?? 0);
  }
}

/** @type {(board: Board, cell: number, height: number) => void} */
function clearAbove({ drawing: { pieces } }, cell, height) {
  for (let at = heightOf(pieces, cell) - 1; at >= height; at -= 1) {
    const key = `${cell}:${at}`;
    const entry = pieces.get(key);
    pieces.delete(key);
    if (entry) vanish(entry.element);
  }
}

/** @type {(board: Board, cell: number, height: number, piece: PieceView) => void} */
function renderPiece(board, cell, height, piece) {
  const { pieces } = board.drawing;
  const key = `${cell}:${height}`;
  const old = pieces.get(key);
  const same = old && old.piece.symbol === piece.symbol && old.piece.seat === piece.seat;
  if (same && old.piece.facing === piece.facing) return placePiece(board, old.element, cell, height);
  const over = old !== undefined && old.piece.symbol === piece.symbol && old.piece.seat !== piece.seat;
  if (old) vanish(old.element, over ? "turning" : "gone");
  const element = svg("g", { class: over ? "place turned" : "place" }, pieceOf(board.kind, piece));
  pieces.set(key, { element, piece });
  placePiece(board, element, cell, height);
}

/** @type {(board: Board, element: SVGGElement, cell: number, height: number) => void} */
function placePiece({ kind, rotation, drawing: { layers } }, element, cell, height) {
  const { x, y } = raised(kind.layout.cells[cell], height, rotation);
  const transform = `translate(${x}px, ${y}px)`;
  if (element.style.transform !== transform) element.style.transform = transform;
  // A piece on top is never hidden by the one below it, whichever was put there later.
  const layer = height > 0 ? layers.upper : layers.pieces;
  if (element.parentNode !== layer) layer.append(element);
}

/** Puts every piece where it stands on a board that was rotated. @param {Board} board */
export function placePieces(board) {
  for (const [key, { element }] of board.drawing.pieces) {
    const [cell, height] = key.split(":").map(Number);
    placePiece(board, element, cell, height);
  }
}

/** @type {(element: SVGElement, how?: "gone" | "turning") => void} */
function vanish(element, how = "gone") {
  element.classList.remove("turned");
  element.classList.add(how);
  setTimeout(() => element.remove(), reducedMotion() ? 0 : VANISH);
}
