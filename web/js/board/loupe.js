// The loupe: the cell under a finger, magnified above it.

/** @import { Board } from "./state.js" */
import { svg } from "../dom.js";
import { cellSizeOf, middleOf } from "./frame.js";

/** How many cells it shows from side to side at most. */
const CELLS = 3.4;
/** How much it magnifies at least. */
const MAGNIFICATION = 1.7;
/** Its width, and its distance from the finger (pixels). */
const WIDTH = 116;
const DISTANCE = 74;
/** Loupes of one page show scenes of different ids. */
let loupes = 0;

export class Loupe {
  #element;
  #board;
  #glass;
  #scenes = ["ground", "position"].map((name) => `${name}-${(loupes += 1)}`);
  #name = document.createElement("b");

  /**
   * @param {HTMLElement} element
   * @param {Board} board
   */
  constructor(element, board) {
    this.#element = element;
    this.#board = board;
    board.drawing.scenes.forEach((scene, at) => scene.setAttribute("id", this.#scenes[at]));
    this.#glass = svg("svg", { class: "board", "data-kind": board.kind.name });
    element.replaceChildren(this.#glass, this.#name);
  }

  /** @type {(cell: number, x: number, y: number, good: boolean) => void} the point is the finger's, on the screen */
  show(cell, x, y, good) {
    const frame = /** @type {HTMLElement} */ (this.#element.parentElement).getBoundingClientRect();
    const [middle, down] = middleOf(this.#board, cell);
    const cells = Math.min(CELLS, WIDTH / (cellSizeOf(this.#board) * MAGNIFICATION));
    this.#glass.setAttribute("viewBox", `${middle - cells / 2} ${down - cells / 2} ${cells} ${cells}`);
    if (this.#element.hidden) {
      this.#glass.style.setProperty("--upright", `${-this.#board.rotation}deg`);
      this.#glass.replaceChildren(this.#lens());
    }
    // At the upper edge of the screen there is no room above the finger: then it stands beside it.
    const above = y - DISTANCE - WIDTH / 2 > 4;
    const aside = above ? 0 : x - frame.left > WIDTH * 1.3 ? -WIDTH * 0.85 : WIDTH * 0.85;
    const left = Math.max(2, Math.min(frame.width - WIDTH - 2, x + aside - frame.left - WIDTH / 2));
    const top = above ? y - DISTANCE - frame.top - WIDTH / 2 : Math.max(4, y - WIDTH / 2) - frame.top;
    this.#element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    this.#element.classList.toggle("off", !good);
    this.#name.textContent = this.#board.kind.layout.cells[cell].name;
    this.#element.hidden = false;
  }

  #lens() {
    const rotated = svg("g", { transform: this.#board.drawing.rotated[0].getAttribute("transform") ?? "" });
    rotated.append(...this.#scenes.map((id) => svg("use", { href: `#${id}` })));
    return svg("g", {}, svg("rect", { class: "plank", x: -30, y: -30, width: 60, height: 60 }), rotated);
  }

  hide() {
    if (this.#element.hidden) return;
    this.#element.hidden = true;
    this.#glass.replaceChildren();
  }
}
