// A board as it is now: plain state, and the elements that show it. What changes it is in board.js, what draws it in render.js.

/** @import { ChangeView, KindView, PieceView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
/** @import { Camera } from "./camera.js" */
import { AfterPaint } from "../after-paint.js";
import { middleCell } from "../cells.js";
import { svg } from "../dom.js";
import { BOARD } from "../sentences/page.js";
import { WHOLE } from "./camera.js";

/**
 * @typedef {object} Board
 * @property {KindView} kind
 * @property {number} rotation by how many degrees it is rotated clockwise
 * @property {boolean} narrow whether the screen is narrow
 * @property {Camera} camera which part is shown
 * @property {number} focus the cell where the Tab key stops
 * @property {Diagram | null} diagram what is shown
 * @property {Drawing} drawing
 */

/**
 * The elements of a board, and what they show: what has not changed is not drawn again.
 * @typedef {object} Drawing
 * @property {SVGSVGElement} ground what never changes
 * @property {SVGSVGElement} position the pieces and marks on the ground. It is painted anew with every piece, the two others are not
 * @property {SVGSVGElement} element the cells that take clicks, above the position: to scripts and styles this is the board
 * @property {SVGGElement[]} rotated all that is rotated, in each of these three
 * @property {SVGGElement[]} scenes all that is seen, of ground and position: the loupe shows it a second time
 * @property {SVGElement[]} cells
 * @property {ReturnType<typeof newLayers>} layers
 * @property {Map<string, { element: SVGGElement, piece: PieceView }>} pieces by cell and height in the stack
 * @property {{ stack: PieceView[] | undefined, owner: number | undefined, flags: number }[]} labels what the label of each cell describes
 * @property {AfterPaint} labelling
 * @property {{ marks: string, control: string, ghost: string }} shown
 */

/**
 * What is shown besides the diagram, by cells.
 * @typedef {object} Marks
 * @property {Set<number>} targets what can be chosen
 * @property {boolean} [begun] whether a part of a step has been entered
 * @property {Set<number>} last changed by the last turn
 * @property {Set<number>} staged changed by the steps that are staged
 * @property {Set<number>} doomed about to be captured
 * @property {Set<number>} path entered as the beginning of a step
 * @property {Set<number>} [given] where pieces were given up or taken off
 * @property {ChangeView[]} [suggested] what a turn would change that is suggested
 * @property {ChangeView[]} [compared] what the turn that was played there changed
 * @property {Set<number>} [bound] a plan depends on them
 * @property {Set<number>} [wanted] named by the turn, and to change only when it ends
 */

/** @type {Marks} */
export const NO_MARKS = { targets: new Set(), last: new Set(), staged: new Set(), doomed: new Set(), path: new Set() };

/** A board on which nothing has been drawn yet. @type {(kind: KindView) => Board} */
export function emptyBoard(kind) {
  return { kind, rotation: 0, narrow: false, camera: WHOLE, focus: middleCell(kind.layout), diagram: null, drawing: emptyDrawing(kind) };
}

/** @type {(kind: KindView) => Drawing} */
function emptyDrawing({ name, layout }) {
  const seen = { "data-kind": name, "aria-hidden": "true" };
  return {
    ground: svg("svg", { class: "ground", ...seen }),
    position: svg("svg", { class: "position", ...seen }),
    element: svg("svg", { class: "board", "data-kind": name, role: "application", "aria-roledescription": "board", "aria-label": BOARD }),
    rotated: [svg("g"), svg("g"), svg("g")],
    // Styles do not reach into a <use> from outside: what is used names its game itself.
    scenes: [svg("g", { class: "scene", ...seen }), svg("g", { class: "scene", ...seen })],
    cells: [],
    layers: newLayers(),
    pieces: new Map(),
    labels: layout.cells.map(() => ({ stack: undefined, owner: undefined, flags: -1 })),
    labelling: new AfterPaint(),
    shown: { marks: "", control: "", ghost: "null" },
  };
}

/** From the lowest to the highest. */
function newLayers() {
  return {
    marks: svg("g"),
    pieces: svg("g"),
    points: svg("g"),
    upper: svg("g"),
    control: svg("g"),
    suggested: svg("g"),
    doomed: svg("g"),
    ghost: svg("g"),
    aim: svg("g"),
  };
}
