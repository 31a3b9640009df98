// Where the cells of a board lie: neighbours for the arrow keys, the part worth showing, the height of stacks. Pure.

/** @import { LayoutView, PlaceView } from "../protocol.js" */

/** @type {{ [key in string]?: [number, number] }} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest cell in a direction; sideways counts double. Stays if there is none.
 * @param {PlaceView[]} cells
 * @param {number} from
 * @param {[number, number]} direction on the screen
 * @param {number} rotation by how many degrees clockwise the board is rotated on the screen
 */
export function nextCell(cells, from, [right, down], rotation) {
  const angle = (-rotation * Math.PI) / 180;
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

/** Half the width of a hexagon with a side at the top, whose opposite sides are one unit apart. */
const POINT = 1 / Math.sqrt(3);

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * The rectangle that the cells fill.
 * @param {PlaceView[]} cells
 * @returns {Box}
 */
export function extent(cells) {
  const across = (/** @type {PlaceView} */ cell) => (cell.outline === "hexagon" ? POINT : 0.5);
  const [left, right] = [cells.map((cell) => cell.x - across(cell)), cells.map((cell) => cell.x + across(cell))];
  const ys = cells.map((cell) => cell.y);
  const [x, y] = [Math.min(...left), Math.min(...ys) - 0.5];
  return { x, y, width: Math.max(...right) - x, height: Math.max(...ys) + 0.5 - y };
}

/** The wood around the outermost cells, and what a name needs around its middle. */
const RIM = 0.3;
const WORD = 0.25;
/** What a name needs that is written larger, because the cells are small. */
const LARGE_WORD = 0.35;
/** A board larger than this has no room for all names on a narrow screen. */
const WIDEST = 10;
const HIGHEST = 12;

/**
 * The part of a drawing that is shown on a narrow screen, with the names of rows and columns: all of them if that leaves cells
 * large enough for a finger, else every other one.
 * @param {LayoutView} layout
 * @returns {Box & { named: boolean }}
 */
export function closeUp({ cells, labels }) {
  const { x, y, width, height } = extent(cells);
  const beyond = labels.flatMap(([at, down]) => [x - at, at - x - width, y - down, down - y - height]);
  const most = Math.max(...beyond);
  const fits = width + 2 * (most + WORD) <= WIDEST && height + 2 * (most + WORD) <= HIGHEST;
  // Names inside the cells need no room.
  const named = labels.length > 0 && (most < 0 || fits);
  const rim = Math.max(RIM, most + (named ? WORD : LARGE_WORD));
  return { x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim, named };
}

/** How far a piece is drawn above the one it stands on. */
const LIFT = 0.14;

/**
 * Where a piece is drawn: higher in a stack is higher up on the screen, however the board is rotated.
 * @type {(place: { x: number, y: number }, height: number, rotation: number) => { x: number, y: number }}
 */
export function raised(place, height, rotation) {
  if (height === 0) return place;
  const angle = (rotation * Math.PI) / 180;
  const less = (/** @type {number} */ at, /** @type {number} */ share) => +(at - LIFT * height * share).toFixed(4);
  return { x: less(place.x, Math.sin(angle)), y: less(place.y, Math.cos(angle)) };
}
