// Where the parts of a board are on the screen. Changes nothing.

/** @import { Board } from "./state.js" */
import { closeUp } from "../cells.js";

/** What is drawn, around the middle of the board, as the screen sees it. @param {Board} board */
export function frameOf({ kind: { layout }, narrow, rotation }) {
  const part = narrow ? closeUp(layout) : { x: 0, y: 0, width: layout.width, height: layout.height };
  const [left, top] = turned(layout, rotation, part.x, part.y);
  const [right, bottom] = turned(layout, rotation, part.x + part.width, part.y + part.height);
  return { x: Math.min(left, right), y: Math.min(top, bottom), w: Math.abs(right - left), h: Math.abs(bottom - top) };
}

/** Where a cell is in the drawing, as the screen sees it. @type {(board: Board, cell: number) => [number, number]} */
export function middleOf({ kind: { layout }, rotation }, cell) {
  return turned(layout, rotation, layout.cells[cell].x, layout.cells[cell].y);
}

/** @type {(layout: { width: number, height: number }, rotation: number, x: number, y: number) => [number, number]} */
function turned({ width, height }, rotation, x, y) {
  const [sin, cos] = { 0: [0, 1], 90: [1, 0], 180: [0, -1], 270: [-1, 0] }[rotation] ?? [0, 1];
  const [dx, dy] = [x - width / 2, y - height / 2];
  return [dx * cos - dy * sin, dx * sin + dy * cos];
}

/** The width of a cell on the screen, in pixels. @param {Board} board */
export function cellSizeOf(board) {
  return board.drawing.element.getBoundingClientRect().width / (frameOf(board).w / board.camera.k);
}

/** The cell at a point of the screen; -1 off the board. @type {(board: Board, x: number, y: number) => number} */
export function cellAt({ kind, drawing }, x, y) {
  const inverse = drawing.rotated[0].getScreenCTM()?.inverse();
  if (!inverse) return -1;
  const point = new DOMPoint(x, y).matrixTransform(inverse);
  const far = kind.layout.cells.map((cell) => Math.hypot(cell.x - point.x, cell.y - point.y));
  const nearest = far.indexOf(Math.min(...far));
  return far[nearest] < 0.9 ? nearest : -1;
}
