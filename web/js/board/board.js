// Making a board, and what changes it: clicks and keys, its rotation, and the part of it that is shown. Knows no game.

/** @import { KindView } from "../../protocol.js" */
/** @import { Camera } from "./camera.js" */
/** @import { Board } from "./state.js" */
import { ARROWS, nextCell } from "../cells.js";
import { clamped, WHOLE } from "./camera.js";
import { renderFrame, renderLayout, renderRotation } from "./render.js";
import { emptyBoard } from "./state.js";

/**
 * A board that is drawn, with nothing on it yet.
 * @type {(kind: KindView, touch: (cell: number, byKey: boolean) => void) => Board} `touch` is called when a cell is clicked, or Enter is pressed on it
 */
export function createBoard(kind, touch) {
  const board = emptyBoard(kind);
  renderLayout(board);
  listenTo(board, touch);
  rotateBoard(board, 0);
  return board;
}

/** @type {(board: Board, touch: (cell: number, byKey: boolean) => void) => void} */
function listenTo(board, touch) {
  const { element } = board.drawing;
  element.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
    if (cell === null) return;
    moveFocus(board, Number(cell));
    touch(Number(cell), false);
  });
  // Focus is for those who use keys: a click leaves the arrow keys to the replay.
  element.addEventListener("mousedown", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== "Enter" && event.key !== " ") return;
    if (arrow) {
      moveFocus(board, nextCell(board.kind.layout.cells, board.focus, arrow, board.rotation));
      board.drawing.cells[board.focus].focus();
    } else {
      touch(board.focus, true);
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The Tab key stops once on the board: at this cell. @type {(board: Board, cell: number) => void} */
function moveFocus(board, cell) {
  board.drawing.cells[board.focus].setAttribute("tabindex", "-1");
  board.focus = cell;
  board.drawing.cells[cell].setAttribute("tabindex", "0");
}

/** Rotates the board clockwise, and shows all of it. @type {(board: Board, degrees: number) => void} */
export function rotateBoard(board, degrees) {
  board.rotation = degrees;
  board.camera = WHOLE;
  renderRotation(board);
}

/** On a narrow screen the rim is cut off, and with it the names of rows and columns unless they fit. @type {(board: Board, narrow: boolean) => void} */
export function fitBoard(board, narrow) {
  board.narrow = narrow;
  renderFrame(board);
}

/** Shows a part of the board. @type {(board: Board, camera: Camera) => void} */
export function moveCamera(board, camera) {
  board.camera = clamped(camera);
  renderFrame(board);
}
