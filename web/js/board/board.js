// The board: drawn once from the layout, then changed as the diagrams change. Knows no game.

/** @import { ChangeView, KindView, PieceView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { reducedMotion } from "./animator.js";
import { ARROWS, closeUp, extent, middleCell, nextCell, raised } from "../cells.js";
import { svg } from "../dom.js";
import { AfterPaint } from "../after-paint.js";
import { highlighted } from "./marks.js";
import { colourOf, outline, outlines, pieceOf, sign, symbol } from "./picture.js";
import { describeCell } from "../sentences/game.js";
import { BOARD, GIVEN_UP, STAGED, WANTED, WOULD_BE_CAPTURED } from "../sentences/page.js";
import { slides } from "./slides.js";
import { suggestion } from "./suggestion.js";
import { clamped, WHOLE } from "./camera.js";

/** @import { Camera } from "./camera.js" */

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
 * @property {Set<number>} [wanted] named by the turn, and to change only when it ends
 */

/** @type {Marks} */
export const NO_MARKS = { targets: new Set(), last: new Set(), staged: new Set(), doomed: new Set(), path: new Set() };

/** How long a piece takes to vanish (milliseconds): the same as in table.css. */
const VANISH = 260;

export class Board {
  /** @type {SVGSVGElement} */
  element;
  /** @type {SVGElement[]} */
  #cells = [];
  /** @type {Map<string, { element: SVGGElement, piece: PieceView }>} by cell and height in the stack */
  #pieces = new Map();
  #layers = { marks: svg("g"), control: svg("g"), pieces: svg("g"), points: svg("g"), upper: svg("g"), suggested: svg("g"), doomed: svg("g"), ghost: svg("g"), aim: svg("g") };
  /** All that is drawn, without the cells that take clicks: the loupe shows it a second time. */
  scene = svg("g", { class: "scene", "aria-hidden": "true" });
  #rotated = svg("g");
  #focus = 0;
  #rotation = 0;
  #narrow = false;
  /** @type {Camera} */
  #camera = WHOLE;
  /** @type {{ stack: PieceView[] | undefined, owner: number | undefined, flags: number }[]} what the label of each cell describes */
  #described = [];
  /** @type {Diagram | null} */
  #shown = null;
  #describing = new AfterPaint();
  #marked = "";
  #ghosted = "null";
  #controlled = "";
  #kind;
  #touch;

  /**
   * @param {KindView} kind
   * @param {(cell: number, byKey: boolean) => void} touch called when a cell is clicked, or Enter is pressed on it
   */
  constructor(kind, touch) {
    this.#kind = kind;
    this.#touch = touch;
    // Styles do not reach into a <use> from outside: what is used names its game itself.
    this.scene.setAttribute("data-kind", kind.name);
    this.element = svg("svg", { class: "board", "data-kind": kind.name, role: "application", "aria-roledescription": "board", "aria-label": BOARD });
    this.element.append(this.#rotated);
    this.#draw();
    this.#listen();
    this.rotate(0);
  }

  #draw() {
    const { cells, lines, labels } = this.#kind.layout;
    const strokes = lines.map(([x1, y1, x2, y2]) => svg("line", { class: "line", x1, y1, x2, y2 }));
    const words = labels.map(([x, y, text]) =>
      svg("g", { transform: `translate(${x} ${y})` }, svg("text", { class: `label upright${isSecond(text) ? " second" : ""}` }, text)),
    );
    this.#cells = cells.map((place, cell) => this.#cell(outline(place, "cell"), cell));
    this.#focus = middleCell(this.#kind.layout);
    this.#cells[this.#focus].setAttribute("tabindex", "0");
    this.#described = cells.map(() => ({ stack: undefined, owner: undefined, flags: -1 }));
    const { marks, control, pieces, points, upper, suggested, doomed, ghost, aim } = this.#layers;
    const { x, y, width, height } = extent(cells);
    const field = svg("rect", { class: "field", x, y, width, height });
    const frame = svg("path", { class: "frame", d: `M-9-9H99V99H-9zM${x} ${y}v${height}h${width}v${-height}z` });
    this.scene.append(field, frame, outlines(cells, "face"), ...strokes, ...words, marks, pieces, points, upper, control, suggested, doomed, ghost, aim);
    this.#rotated.append(this.scene, ...this.#cells);
  }

  /** @type {(shape: SVGElement, cell: number) => SVGElement} */
  #cell(shape, cell) {
    shape.setAttribute("data-cell", String(cell));
    shape.setAttribute("data-name", this.#kind.layout.cells[cell].name);
    shape.setAttribute("role", "button");
    shape.setAttribute("tabindex", "-1");
    return shape;
  }

  #listen() {
    this.element.addEventListener("click", (event) => {
      const cell = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
      if (cell === null) return;
      this.#settle(Number(cell));
      this.#touch(Number(cell), false);
    });
    // Focus is for those who use keys: a click leaves the arrow keys to the replay.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.#settle(nextCell(this.#kind.layout.cells, this.#focus, arrow, this.#rotation));
      this.#cells[this.#focus].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#touch(this.#focus, true);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The Tab key stops once on the board: at this cell. @param {number} cell */
  #settle(cell) {
    this.#cells[this.#focus].setAttribute("tabindex", "-1");
    this.#focus = cell;
    this.#cells[cell].setAttribute("tabindex", "0");
  }

  /** Rotates the board clockwise. @param {number} degrees */
  rotate(degrees) {
    this.#rotation = degrees;
    this.#camera = WHOLE;
    const { width, height } = this.#kind.layout;
    this.#rotated.setAttribute("transform", `rotate(${degrees}) translate(${-width / 2} ${-height / 2})`);
    this.element.style.setProperty("--upright", `${-degrees}deg`);
    for (const [key, { element }] of this.#pieces) this.#place(element, ...placeOf(key));
    this.#frame();
  }

  /** The transform from the drawing to the screen. */
  get transform() {
    return this.#rotated.getAttribute("transform") ?? "";
  }

  /** By how many degrees the board is rotated clockwise. */
  get rotation() {
    return this.#rotation;
  }

  /** On a narrow screen the rim is cut off, and with it the names of rows and columns unless they fit. @param {boolean} narrow */
  fit(narrow) {
    this.#narrow = narrow;
    this.element.classList.toggle("sparse", narrow && !closeUp(this.#kind.layout).named);
    this.#frame();
  }

  /** Which part of the board is shown. */
  get camera() {
    return this.#camera;
  }

  set camera(camera) {
    this.#camera = clamped(camera);
    this.#frame();
  }

  /** What is drawn, around the middle of the board, as the screen sees it. */
  #whole() {
    const { layout } = this.#kind;
    const part = this.#narrow ? closeUp(layout) : { x: 0, y: 0, width: layout.width, height: layout.height };
    const [left, top] = this.#onScreen(part.x, part.y);
    const [right, bottom] = this.#onScreen(part.x + part.width, part.y + part.height);
    return { x: Math.min(left, right), y: Math.min(top, bottom), w: Math.abs(right - left), h: Math.abs(bottom - top) };
  }

  /** @type {(x: number, y: number) => [number, number]} */
  #onScreen(x, y) {
    const { width, height } = this.#kind.layout;
    const [sin, cos] = { 0: [0, 1], 90: [1, 0], 180: [0, -1], 270: [-1, 0] }[this.#rotation] ?? [0, 1];
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [dx * cos - dy * sin, dx * sin + dy * cos];
  }

  #frame() {
    const { x, y, w, h } = this.#whole();
    const camera = this.#camera;
    const box = [x + w * (camera.x - 0.5 / camera.k), y + h * (camera.y - 0.5 / camera.k), w / camera.k, h / camera.k];
    this.element.classList.toggle("near", camera.k > 1);
    this.element.setAttribute("viewBox", box.map((part) => +part.toFixed(4)).join(" "));
    // The element that keeps the place of the board needs its shape.
    /** @type {HTMLElement | null} */ (this.element.closest("[data-ratio]"))?.style.setProperty("--ratio", String(w / h));
  }

  /** The width of a cell on the screen, in pixels. */
  get cellSize() {
    return this.element.getBoundingClientRect().width / (this.#whole().w / this.#camera.k);
  }

  /** The cell at a point of the screen; -1 off the board. @type {(x: number, y: number) => number} */
  cellAt(x, y) {
    const inverse = this.#rotated.getScreenCTM()?.inverse();
    if (!inverse) return -1;
    const point = new DOMPoint(x, y).matrixTransform(inverse);
    const far = this.#kind.layout.cells.map((cell) => Math.hypot(cell.x - point.x, cell.y - point.y));
    const nearest = far.indexOf(Math.min(...far));
    return far[nearest] < 0.9 ? nearest : -1;
  }

  /** Where a cell is in the drawing, as the screen sees it. @param {number} cell */
  middleOf(cell) {
    const place = this.#kind.layout.cells[cell];
    return this.#onScreen(place.x, place.y);
  }

  /** The name of a cell. @param {number} cell */
  nameOf(cell) {
    return this.#kind.layout.cells[cell].name;
  }

  /** Marks the cell that is aimed at, if any. @type {(cell: number | null, good?: boolean) => void} */
  aim(cell, good = true) {
    const at = cell === null ? [] : [outline(this.#kind.layout.cells[cell], `under aim${good ? "" : " off"}`)];
    this.#layers.aim.replaceChildren(...at);
  }

  /** Shows a piece where it would stand. @param {import("../model/ghost.js").Ghost | null} ghost */
  ghost(ghost) {
    const key = JSON.stringify(ghost);
    if (key === this.#ghosted) return;
    this.#ghosted = key;
    this.#layers.ghost.replaceChildren(...(ghost ? [this.#at(svg("g", { class: "ghost" }, pieceOf(this.#kind, ghost.piece)), ghost.cell)] : []));
  }

  /**
   * Shows a diagram. Pieces that moved slide from where they were.
   * @param {Diagram} diagram
   * @param {Marks} marks
   * @param {ChangeView[]} [beat] the changes since the diagram before
   */
  show(diagram, marks, beat = []) {
    for (const change of beat) if (change.c === "moved") this.#carry(change.from, change.to);
    if (beat.length === 0 && this.#shown) slides(this.#shown.pieces, diagram.pieces).forEach(([from, to]) => this.#carry(from, to));
    this.#showPieces(diagram);
    this.#showControl(diagram);
    this.#showMarks(marks, diagram);
    // There are hundreds of cells, and their labels are not seen: they can wait.
    this.#describing.do(() => this.#cells.forEach((element, cell) => this.#showCell(element, cell, diagram, marks)));
    this.#shown = diagram;
  }

  /** @type {(from: number, to: number) => void} */
  #carry(from, to) {
    const [old, now] = [this.#top(from), `${to}:${this.#height(to)}`];
    const entry = this.#pieces.get(old);
    if (!entry) return;
    this.#pieces.delete(old);
    this.#pieces.set(now, entry);
  }

  /** @param {number} cell */
  #height(cell) {
    let height = 0;
    while (this.#pieces.has(`${cell}:${height}`)) height += 1;
    return height;
  }

  /** @param {number} cell */
  #top(cell) {
    return `${cell}:${this.#height(cell) - 1}`;
  }

  /** Only the cells whose stack is another than before are looked at. @param {Diagram} diagram */
  #showPieces(diagram) {
    const before = this.#shown?.pieces ?? new Map();
    for (const cell of new Set([...before.keys(), ...diagram.pieces.keys()])) {
      const stack = diagram.pieces.get(cell);
      if (stack === before.get(cell)) continue;
      (stack ?? []).forEach((piece, height) => this.#showPiece(cell, height, piece));
      this.#clear(cell, stack?.length ?? 0);
    }
  }

  /** @type {(cell: number, height: number) => void} */
  #clear(cell, height) {
    for (let at = this.#height(cell) - 1; at >= height; at -= 1) {
      const key = `${cell}:${at}`;
      const entry = this.#pieces.get(key);
      this.#pieces.delete(key);
      if (entry) vanish(entry.element);
    }
  }

  /** @type {(cell: number, height: number, piece: PieceView) => void} */
  #showPiece(cell, height, piece) {
    const key = `${cell}:${height}`;
    const old = this.#pieces.get(key);
    const same = old && old.piece.symbol === piece.symbol && old.piece.seat === piece.seat;
    if (same && old.piece.facing === piece.facing) return this.#place(old.element, cell, height);
    const over = old !== undefined && old.piece.symbol === piece.symbol && old.piece.seat !== piece.seat;
    if (old) vanish(old.element, over ? "turning" : "gone");
    const element = svg("g", { class: over ? "place turned" : "place" }, pieceOf(this.#kind, piece));
    this.#pieces.set(key, { element, piece });
    this.#place(element, cell, height);
  }

  /** @type {(element: SVGGElement, cell: number, height: number) => void} */
  #place(element, cell, height) {
    const { x, y } = raised(this.#kind.layout.cells[cell], height, this.#rotation);
    const transform = `translate(${x}px, ${y}px)`;
    if (element.style.transform !== transform) element.style.transform = transform;
    // A piece on top is never hidden by the one below it, whichever was put there later.
    const layer = height > 0 ? this.#layers.upper : this.#layers.pieces;
    if (element.parentNode !== layer) layer.append(element);
  }

  /** @param {Diagram} diagram */
  #showControl(diagram) {
    const key = JSON.stringify([...diagram.control]);
    if (key === this.#controlled) return;
    this.#controlled = key;
    const caps = [...diagram.control].map(([cell, seat]) => {
      const round = [svg("circle", { r: 0.4, class: "cap" }), svg("circle", { r: 0.4, class: "gloss" })];
      const mark = svg("g", { class: "upright" }, ...round, ...sign(this.#kind, seat));
      return this.#at(svg("g", { class: `control ${colourOf(this.#kind, seat)}` }, mark), cell);
    });
    this.#layers.control.replaceChildren(...caps);
  }

  /** @type {(marks: Marks, diagram: Diagram) => void} */
  #showMarks(marks, { pieces }) {
    const cells = this.#kind.layout.cells;
    const hints = highlighted(marks.targets, pieces, cells.length, marks.begun === true);
    const onPieces = [...hints].filter((cell) => pieces.has(cell));
    const { given = new Set(), wanted = new Set(), suggested = [] } = marks;
    const key = [marks.last, marks.staged, marks.path, marks.doomed, given, wanted, hints, onPieces].map((set) => [...set].join()).concat(JSON.stringify(suggested)).join("/");
    if (key === this.#marked) return;
    this.#marked = key;
    this.#layers.suggested.replaceChildren(...suggestion(this.#kind, suggested));
    const under = (/** @type {Set<number>} */ set, /** @type {string} */ name) =>
      [...set].map((cell) => outline(cells[cell], `under ${name}`));
    this.#layers.marks.replaceChildren(...under(marks.last, "last"), ...under(given, "given"), ...under(marks.staged, "staged"));
    const over = [...marks.doomed].map((cell) =>
      this.#at(svg("g", { class: "doomed" }, symbol("cross", "back"), symbol("cross")), cell),
    );
    const points = [...hints].flatMap((cell) =>
      pieces.has(cell) ? ["edge", "hint"].map((name) => outline(cells[cell], `under ${name}`)) : [this.#at(svg("g", {}, svg("circle", { class: "point", r: 0.13 })), cell)],
    );
    this.#layers.points.replaceChildren(...points);
    this.#layers.doomed.replaceChildren(...under(marks.path, "path"), ...under(wanted, "wanted"), ...over);
  }

  /** @type {(element: SVGGElement, cell: number) => SVGGElement} */
  #at(element, cell) {
    const { x, y } = this.#kind.layout.cells[cell];
    element.setAttribute("transform", `translate(${x} ${y})`);
    return element;
  }

  /** Brings the label of a cell up to date. @type {(element: SVGElement, cell: number, diagram: Diagram, marks: Marks) => void} */
  #showCell(element, cell, diagram, marks) {
    const described = this.#described[cell];
    const [stack, owner] = [diagram.pieces.get(cell), diagram.control.get(cell)];
    const [target, staged, doomed] = [marks.targets.has(cell), marks.staged.has(cell), marks.doomed.has(cell)];
    const [given, wanted] = [marks.given?.has(cell) ?? false, marks.wanted?.has(cell) ?? false];
    const flags = Number(target) + 2 * Number(staged) + 4 * Number(doomed) + 8 * Number(given) + 16 * Number(wanted);
    if (described.stack === stack && described.owner === owner && described.flags === flags) return;
    if (described.flags < 0 || (described.flags & 1) !== (flags & 1)) {
      element.setAttribute("aria-disabled", String(!target));
      element.classList.toggle("target", target);
    }
    this.#described[cell] = { stack, owner, flags };
    const words = [describeCell(this.#kind, diagram, cell), ...(staged ? [STAGED] : []), ...(doomed ? [WOULD_BE_CAPTURED] : []), ...(given ? [GIVEN_UP] : []), ...(wanted ? [WANTED] : [])];
    element.setAttribute("aria-label", words.join(", "));
  }
}

/** Whether a row or a column is one of those whose names are left out where room is scarce: b, d, … and 2, 4, … @param {string} text */
function isSecond(text) {
  return (Number(text) || text.charCodeAt(0) - 96) % 2 === 0;
}

/** The cell of a key, and the height in its stack. @type {(key: string) => [number, number]} */
function placeOf(key) {
  const [cell, height] = key.split(":").map(Number);
  return [cell, height];
}

/** @type {(element: SVGElement, how?: "gone" | "turning") => void} */
function vanish(element, how = "gone") {
  element.classList.remove("turned");
  element.classList.add(how);
  setTimeout(() => element.remove(), reducedMotion() ? 0 : VANISH);
}
