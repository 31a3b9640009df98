// Drawing a board: once from its layout, then what changes as its diagrams change.

/** @import { ChangeView } from "../../protocol.js" */
/** @import { Ghost } from "../model/ghost.js" */
/** @import { Diagram } from "../model/timeline.js" */
/** @import { Board, Marks } from "./state.js" */
import { closeUp, extent } from "../cells.js";
import { svg } from "../dom.js";
import { describeCell } from "../sentences/game.js";
import { BOUND, GIVEN_UP, STAGED, WANTED, WOULD_BE_CAPTURED } from "../sentences/page.js";
import { frameOf } from "./frame.js";
import { highlighted } from "./marks.js";
import { colourOf, outline, outlines, pieceOf, sign, symbol } from "./picture.js";
import { carryPiece, placePieces, renderPieces } from "./pieces.js";
import { slides } from "./slides.js";
import { suggestion } from "./suggestion.js";

/** Draws what never changes. @param {Board} board */
export function renderLayout(board) {
  const { kind, focus, drawing } = board;
  const { cells, lines, labels } = kind.layout;
  const strokes = lines.map(([x1, y1, x2, y2]) => svg("line", { class: "line", x1, y1, x2, y2 }));
  const names = labels.map(([x, y, text]) => {
    const label = svg("text", { class: `label upright${isSecond(text) ? " second" : ""}`, x, y }, text);
    label.style.transformOrigin = `${x}px ${y}px`;
    return label;
  });
  drawing.cells = cells.map((place, cell) => {
    const shape = outline(place, "cell");
    const attributes = { "data-cell": cell, "data-name": place.name, role: "button", tabindex: cell === focus ? 0 : -1 };
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
    return shape;
  });
  const { x, y, width, height } = extent(cells);
  const field = svg("rect", { class: "field", x, y, width, height });
  const frame = svg("path", { class: "frame", d: `M-9-9H99V99H-9zM${x} ${y}v${height}h${width}v${-height}z` });
  const [below, above] = drawing.scenes;
  below.append(field, frame, outlines(cells, "face"), ...strokes, ...names);
  above.append(...Object.values(drawing.layers));
  const [ground, position, top] = drawing.rotated;
  ground.append(below);
  position.append(above);
  top.append(...drawing.cells);
  planesOf(board).forEach((plane, at) => plane.append(drawing.rotated[at]));
}

/** What a board consists of, from the lowest to the highest. @param {Board} board */
export function planesOf({ drawing: { ground, position, element } }) {
  return [ground, position, element];
}

/** Whether a row or a column is one of those whose names are left out where room is scarce: b, d, … and 2, 4, … @param {string} text */
function isSecond(text) {
  return (Number(text) || text.charCodeAt(0) - 96) % 2 === 0;
}

/** @param {Board} board */
export function renderRotation(board) {
  const { kind, rotation, drawing } = board;
  const transform = `rotate(${rotation}) translate(${-kind.layout.width / 2} ${-kind.layout.height / 2})`;
  for (const rotated of drawing.rotated) rotated.setAttribute("transform", transform);
  for (const plane of planesOf(board)) plane.style.setProperty("--upright", `${-rotation}deg`);
  placePieces(board);
  renderFrame(board);
}

/** Shows the part of the board that the camera is on. @param {Board} board */
export function renderFrame(board) {
  const { kind, narrow, camera } = board;
  const { ground, element } = board.drawing;
  const { x, y, w, h } = frameOf(board);
  const parts = [x + w * (camera.x - 0.5 / camera.k), y + h * (camera.y - 0.5 / camera.k), w / camera.k, h / camera.k];
  const box = parts.map((part) => +part.toFixed(4)).join(" ");
  for (const plane of planesOf(board)) plane.setAttribute("viewBox", box);
  ground.classList.toggle("sparse", narrow && !closeUp(kind.layout).named);
  element.classList.toggle("near", camera.k > 1);
  // The element that keeps the place of the board needs its shape.
  /** @type {HTMLElement | null} */ (element.closest("[data-ratio]"))?.style.setProperty("--ratio", String(w / h));
}

/** Marks the cell that is aimed at, if any. @type {(board: Board, cell: number | null, good?: boolean) => void} */
export function renderAim({ kind, drawing }, cell, good = true) {
  const at = cell === null ? [] : [outline(kind.layout.cells[cell], `under aim${good ? "" : " off"}`)];
  drawing.layers.aim.replaceChildren(...at);
}

/** Shows a piece where it would stand. @type {(board: Board, ghost: Ghost | null) => void} */
export function renderGhost(board, ghost) {
  const { kind, drawing } = board;
  const key = JSON.stringify(ghost);
  if (key === drawing.shown.ghost) return;
  drawing.shown.ghost = key;
  drawing.layers.ghost.replaceChildren(...(ghost ? [onCell(board, svg("g", { class: "ghost" }, pieceOf(kind, ghost.piece)), ghost.cell)] : []));
}

/**
 * Shows a diagram. Pieces that moved slide from where they were.
 * @type {(board: Board, diagram: Diagram, marks: Marks, step?: ChangeView[]) => void} `step` are the changes since the diagram before
 */
export function renderDiagram(board, diagram, marks, step = []) {
  for (const change of step) if (change.c === "moved") carryPiece(board, change.from, change.to);
  if (step.length === 0 && board.diagram) slides(board.diagram.pieces, diagram.pieces).forEach(([from, to]) => carryPiece(board, from, to));
  renderPieces(board, diagram);
  renderControl(board, diagram);
  renderMarks(board, marks, diagram);
  // There are hundreds of cells, and their labels are not seen: they can wait.
  board.drawing.labelling.do(() => board.drawing.cells.forEach((element, cell) => renderLabel(board, element, cell, diagram, marks)));
  board.diagram = diagram;
}

/** @type {(board: Board, diagram: Diagram) => void} */
function renderControl(board, { control }) {
  const { kind, drawing } = board;
  const key = JSON.stringify([...control]);
  if (key === drawing.shown.control) return;
  drawing.shown.control = key;
  const caps = [...control].map(([cell, seat]) => {
    const round = [svg("circle", { r: 0.4, class: "cap" }), svg("circle", { r: 0.4, class: "gloss" })];
    const mark = svg("g", { class: "upright" }, ...round, ...sign(kind, seat));
    return onCell(board, svg("g", { class: `control ${colourOf(kind, seat)}` }, mark), cell);
  });
  drawing.layers.control.replaceChildren(...caps);
}

/** @type {(board: Board, marks: Marks, diagram: Diagram) => void} */
function renderMarks(board, marks, { pieces }) {
  const { kind, drawing } = board;
  const { cells } = kind.layout;
  const { layers, shown } = drawing;
  const hints = highlighted(marks.targets, pieces, cells.length, marks.begun === true);
  const onPieces = [...hints].filter((cell) => pieces.has(cell));
  const { given = new Set(), wanted = new Set(), bound = new Set(), suggested = [], compared = [] } = marks;
  const key = [marks.last, marks.staged, marks.path, marks.doomed, given, wanted, bound, hints, onPieces]
    .map((set) => [...set].join())
    .concat(JSON.stringify([suggested, compared]))
    .join("/");
  if (key === shown.marks) return;
  shown.marks = key;
  const under = (/** @type {Set<number>} */ set, /** @type {string} */ name) => [...set].map((cell) => outline(cells[cell], `under ${name}`));
  const crosses = [...marks.doomed].map((cell) => onCell(board, svg("g", { class: "doomed" }, symbol("cross", "back"), symbol("cross")), cell));
  const points = [...hints].flatMap((cell) =>
    pieces.has(cell)
      ? ["edge", "hint"].map((name) => outline(cells[cell], `under ${name}`))
      : [onCell(board, svg("g", {}, svg("circle", { class: "point", r: 0.13 })), cell)],
  );
  layers.suggested.replaceChildren(...suggestion(kind, compared, "was-played"), ...suggestion(kind, suggested));
  layers.marks.replaceChildren(...under(marks.last, "last"), ...under(given, "given"), ...under(marks.staged, "staged"));
  layers.points.replaceChildren(...points);
  layers.doomed.replaceChildren(...under(marks.path, "path"), ...under(wanted, "wanted"), ...under(bound, "bound"), ...crosses);
}

/** @type {(board: Board, element: SVGGElement, cell: number) => SVGGElement} */
function onCell({ kind }, element, cell) {
  const { x, y } = kind.layout.cells[cell];
  element.setAttribute("transform", `translate(${x} ${y})`);
  return element;
}

/** Brings the label of a cell up to date. @type {(board: Board, element: SVGElement, cell: number, diagram: Diagram, marks: Marks) => void} */
function renderLabel({ kind, drawing: { labels } }, element, cell, diagram, marks) {
  const old = labels[cell];
  const [stack, owner] = [diagram.pieces.get(cell), diagram.control.get(cell)];
  const [target, staged, doomed] = [marks.targets.has(cell), marks.staged.has(cell), marks.doomed.has(cell)];
  const [given, wanted, bound] = [marks.given, marks.wanted, marks.bound].map((set) => set?.has(cell) ?? false);
  const flags = [target, staged, doomed, given, wanted, bound].reduce((sum, flag, at) => sum + (Number(flag) << at), 0);
  if (old.stack === stack && old.owner === owner && old.flags === flags) return;
  if (old.flags < 0 || (old.flags & 1) !== (flags & 1)) {
    element.setAttribute("aria-disabled", String(!target));
    element.classList.toggle("target", target);
  }
  labels[cell] = { stack, owner, flags };
  const label = [describeCell(kind, diagram, cell), staged && STAGED, doomed && WOULD_BE_CAPTURED, given && GIVEN_UP, wanted && WANTED, bound && BOUND];
  element.setAttribute("aria-label", label.filter(Boolean).join(", "));
}
