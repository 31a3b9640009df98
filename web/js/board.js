// The board: drawn once from the layout, then changed as the diagrams change. Knows no game.

/** @import { ChangeView, KindView, PieceView } from "./protocol.js" */
/** @import { Diagram } from "./timeline.js" */
import { still } from "./anim.js";
import { ARROWS, middleCell, nextCell } from "./cells.js";
import { svg } from "./dom.js";
import { colourOf, outline, pieceOf, symbol } from "./picture.js";
import { sayCell } from "./say.js";

/**
 * What is shown besides the diagram, by cells.
 * @typedef {object} Marks
 * @property {Set<number>} targets what can be touched
 * @property {Set<number>} last the last turn
 * @property {Set<number>} staged changed by the steps that are staged
 * @property {Set<number>} doomed would be captured
 * @property {Set<number>} path touched on the way to the next step
 */

/** @type {Marks} */
export const NO_MARKS = { targets: new Set(), last: new Set(), staged: new Set(), doomed: new Set(), path: new Set() };

/** How long a piece takes to vanish (milliseconds), as in the style sheet. */
const VANISH = 260;

export class Board {
  /** @type {SVGSVGElement} */
  element;
  /** @type {SVGElement[]} */
  #cells = [];
  /** @type {Map<string, { element: SVGGElement, piece: PieceView }>} by cell and height in the stack */
  #pieces = new Map();
  #layers = { marks: svg("g"), control: svg("g"), pieces: svg("g"), doomed: svg("g") };
  #turning = svg("g");
  #focus = 0;
  #turned = 0;
  #kind;
  #touch;

  /**
   * @param {KindView} kind
   * @param {(cell: number) => void} touch
   */
  constructor(kind, touch) {
    this.#kind = kind;
    this.#touch = touch;
    this.element = svg("svg", { class: "board", role: "group", "aria-label": "Board" });
    this.element.append(svg("rect", { class: "wood", width: "100%", height: "100%", rx: 0.3 }), this.#turning);
    this.#draw();
    this.#listen();
    this.turn(0);
  }

  #draw() {
    const { cells, lines, labels } = this.#kind.layout;
    const faces = cells.map((place) => outline(place, "face"));
    const strokes = lines.map(([x1, y1, x2, y2]) => svg("line", { class: "line", x1, y1, x2, y2 }));
    const words = labels.map(([x, y, text]) =>
      svg("g", { transform: `translate(${x} ${y})` }, svg("text", { class: "label upright" }, text)),
    );
    this.#cells = cells.map((place, cell) => this.#cell(outline(place, "cell"), cell));
    this.#focus = middleCell(this.#kind.layout);
    this.#cells[this.#focus].setAttribute("tabindex", "0");
    const { marks, control, pieces, doomed } = this.#layers;
    this.#turning.append(...faces, ...strokes, ...words, marks, pieces, control, doomed, ...this.#cells);
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
      this.#touch(Number(cell));
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
      this.#settle(nextCell(this.#kind.layout.cells, this.#focus, arrow, this.#turned));
      this.#cells[this.#focus].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#touch(this.#focus);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The board is one stop on the way of the Tab key: this cell. @param {number} cell */
  #settle(cell) {
    this.#cells[this.#focus].setAttribute("tabindex", "-1");
    this.#focus = cell;
    this.#cells[cell].setAttribute("tabindex", "0");
  }

  /** Turns the board clockwise. @param {number} degrees */
  turn(degrees) {
    const { width, height } = this.#kind.layout;
    const sideways = degrees % 180 === 90;
    const [w, h] = sideways ? [height, width] : [width, height];
    this.#turned = degrees;
    this.element.setAttribute("viewBox", `0 0 ${w} ${h}`);
    this.#turning.setAttribute(
      "transform",
      `translate(${w / 2} ${h / 2}) rotate(${degrees}) translate(${-width / 2} ${-height / 2})`,
    );
    this.element.style.setProperty("--upright", `${-degrees}deg`);
    this.element.style.setProperty("--ratio", String(w / h));
  }

  /**
   * Shows a diagram. Pieces that moved slide from where they were.
   * @param {Diagram} diagram
   * @param {Marks} marks
   * @param {ChangeView[]} [beat] the changes since the diagram before
   */
  show(diagram, marks, beat = []) {
    for (const change of beat) if (change.c === "moved") this.#carry(change.from, change.to);
    this.#showPieces(diagram);
    this.#showControl(diagram);
    this.#showMarks(marks);
    this.#cells.forEach((element, cell) => this.#showCell(element, cell, diagram, marks));
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

  /** @param {Diagram} diagram */
  #showPieces(diagram) {
    const wanted = new Set();
    for (const [cell, stack] of diagram.pieces) {
      stack.forEach((piece, height) => {
        wanted.add(`${cell}:${height}`);
        this.#showPiece(cell, height, piece);
      });
    }
    for (const [key, { element }] of this.#pieces) {
      if (wanted.has(key)) continue;
      this.#pieces.delete(key);
      vanish(element);
    }
  }

  /** @type {(cell: number, height: number, piece: PieceView) => void} */
  #showPiece(cell, height, piece) {
    const key = `${cell}:${height}`;
    const old = this.#pieces.get(key);
    const same = old && old.piece.symbol === piece.symbol && old.piece.seat === piece.seat;
    if (same && old.piece.facing === piece.facing) return this.#place(old.element, cell, height);
    if (old) vanish(old.element);
    const element = svg("g", { class: "place" }, svg("g", { class: "upright" }, pieceOf(this.#kind, piece)));
    this.#pieces.set(key, { element, piece });
    this.#place(element, cell, height);
    this.#layers.pieces.append(element);
  }

  /** @type {(element: SVGGElement, cell: number, height: number) => void} */
  #place(element, cell, height) {
    const { x, y } = this.#kind.layout.cells[cell];
    const transform = `translate(${x}px, ${y - 0.14 * height}px)`;
    if (element.style.transform !== transform) element.style.transform = transform;
  }

  /** @param {Diagram} diagram */
  #showControl(diagram) {
    const rings = [...diagram.control].map(([cell, seat]) => {
      const mark = svg("g", { class: "upright" }, symbol(`mark-${seat}`, "mark"));
      const ring = svg("g", { class: `control ${colourOf(this.#kind, seat)}` }, svg("circle", { r: 0.33 }), mark);
      return this.#at(ring, cell);
    });
    this.#layers.control.replaceChildren(...rings);
  }

  /** @param {Marks} marks */
  #showMarks(marks) {
    const cells = this.#kind.layout.cells;
    const under = (/** @type {Set<number>} */ set, /** @type {string} */ name) =>
      [...set].map((cell) => outline(cells[cell], `under ${name}`));
    this.#layers.marks.replaceChildren(...under(marks.last, "last"), ...under(marks.staged, "staged"));
    const over = [...marks.doomed].map((cell) => this.#at(svg("g", { class: "doomed" }, symbol("cross")), cell));
    this.#layers.doomed.replaceChildren(...under(marks.path, "path"), ...over);
  }

  /** @type {(element: SVGGElement, cell: number) => SVGGElement} */
  #at(element, cell) {
    const { x, y } = this.#kind.layout.cells[cell];
    element.setAttribute("transform", `translate(${x} ${y})`);
    return element;
  }

  /** @type {(element: SVGElement, cell: number, diagram: Diagram, marks: Marks) => void} */
  #showCell(element, cell, diagram, marks) {
    const words = [sayCell(this.#kind, diagram, cell)];
    if (marks.staged.has(cell)) words.push("staged");
    if (marks.doomed.has(cell)) words.push("would be captured");
    const target = marks.targets.has(cell);
    const changed = { "aria-label": words.join(", "), "aria-disabled": String(!target) };
    for (const [name, value] of Object.entries(changed)) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    element.classList.toggle("target", target);
  }
}

/** @param {SVGElement} element */
function vanish(element) {
  element.classList.add("gone");
  setTimeout(() => element.remove(), still() ? 0 : VANISH);
}
