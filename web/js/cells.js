// Finding one's way over a board by arrow keys: from cell to cell as they lie, whatever the board is. Pure.

/** @import { PlaceView } from "./protocol.js" */

/** @type {{ [key in string]?: [number, number] }} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest cell in a direction; sideways counts double. Stays if there is none.
 * @param {PlaceView[]} cells
 * @param {number} from
 * @param {[number, number]} direction on the screen
 * @param {number} turned by how many degrees clockwise the board is turned on the screen
 */
export function nextCell(cells, from, [right, down], turned) {
  const angle = (-turned * Math.PI) / 180;
  const dx = right * Math.cos(angle) - down * Math.sin(angle);
  const dy = right * Math.sin(angle) + down * Math.cos(angle);
  let best = from;
  let least = Infinity;
  cells.forEach((cell, number) => {
    const x = cell.x - cells[from].x;
    const y = cell.y - cells[from].y;
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    const far = ahead + 2 * aside;
    if (ahead > 0.1 && aside <= ahead + 0.01 && far < least) [best, least] = [number, far];
  });
  return best;
}

/**
 * The cell nearest to the middle of the board.
 * @param {{ width: number, height: number, cells: PlaceView[] }} layout
 */
export function middleCell(layout) {
  const far = (/** @type {PlaceView} */ cell) => Math.hypot(cell.x - layout.width / 2, cell.y - layout.height / 2);
  return layout.cells.reduce((best, cell, number) => (far(cell) < far(layout.cells[best]) ? number : best), 0);
}

/**
 * The rectangle that the cells fill.
 * @param {PlaceView[]} cells
 */
export function extent(cells) {
  const [xs, ys] = [cells.map((cell) => cell.x), cells.map((cell) => cell.y)];
  const [x, y] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
  return { x, y, width: Math.max(...xs) + 0.5 - x, height: Math.max(...ys) + 0.5 - y };
}
