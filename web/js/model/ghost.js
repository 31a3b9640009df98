// The piece that a click would put or move, shown before the click is made. Pure.

/** @import { LayoutView, PieceView } from "../../protocol.js" */
/** @import { Diagram } from "./timeline.js" */
/** @import { TurnState } from "./turn.js" */
import { isCell } from "./clicks.js";

/** @typedef {{ cell: number, piece: PieceView }} Ghost */

/**
 * What a click on a cell would bring about: a piece that moves there, or one that is put down; one that has its place
 * already is turned towards the cell.
 * @type {(layout: LayoutView, drawn: Diagram, turn: Pick<TurnState, "path" | "preview">, cell: number) => Ghost | null}
 */
export function ghostOf(layout, drawn, { path, preview }, cell) {
  const cells = path.filter(isCell).map(Number);
  const moving = cells.length > 0 ? drawn.pieces.get(cells[0])?.at(-1) : undefined;
  if (moving) return { cell, piece: moving };
  const piece = preview?.guide.ghosts[path.find((click) => !isCell(click)) ?? ""];
  const lying = cells.at(-1);
  if (!piece) return null;
  return lying === undefined ? { cell, piece } : { cell: lying, piece: { ...piece, facing: degrees(layout, lying, cell) } };
}

/** The direction from one cell to another, clockwise from the top. @type {(layout: LayoutView, from: number, to: number) => number} */
function degrees({ cells }, from, to) {
  const [x, y] = [cells[to].x - cells[from].x, cells[to].y - cells[from].y];
  return (Math.round((Math.atan2(x, -y) * 180) / Math.PI) + 360) % 360;
}
