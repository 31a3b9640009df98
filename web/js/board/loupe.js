// The square that is aimed at, magnified above the finger that hides it.

/** @import { Board } from "./board.js" */
import { svg } from "../dom.js";

/** How many squares it shows from side to side at most, how much closer at least, how wide it is, and how far it keeps from the finger (pixels). */
const SQUARES = 3.4;
const CLOSER = 1.7;
const WIDE = 116;
const APART = 74;

export class Loupe {
  #element;
  #board;
  #glass = svg("svg", { class: "board" });
  #name = document.createElement("b");

  /**
   * @param {HTMLElement} element
   * @param {Board} board
   */
  constructor(element, board) {
    this.#element = element;
    this.#board = board;
    element.append(this.#glass, this.#name);
  }

  /** @type {(cell: number, x: number, y: number, good: boolean) => void} the point is the finger's, on the screen */
  show(cell, x, y, good) {
    const frame = /** @type {HTMLElement} */ (this.#element.parentElement).getBoundingClientRect();
    const [middle, down] = this.#board.middleOf(cell);
    const squares = Math.min(SQUARES, WIDE / (this.#board.grain * CLOSER));
    this.#glass.setAttribute("viewBox", `${middle - squares / 2} ${down - squares / 2} ${squares} ${squares}`);
    if (this.#element.hidden) {
      this.#glass.style.setProperty("--upright", `${-this.#board.turned}deg`);
      this.#glass.replaceChildren(this.#lens());
    }
    // At the upper edge of the screen there is no room above: then it stands beside the finger.
    const above = y - APART - WIDE / 2 > 4;
    const aside = above ? 0 : x - frame.left > WIDE * 1.3 ? -WIDE * 0.85 : WIDE * 0.85;
    const left = Math.max(2, Math.min(frame.width - WIDE - 2, x + aside - frame.left - WIDE / 2));
    const top = above ? y - APART - frame.top - WIDE / 2 : Math.max(4, y - WIDE / 2) - frame.top;
    this.#element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    this.#element.classList.toggle("off", !good);
    this.#name.textContent = this.#board.nameOf(cell);
    this.#element.hidden = false;
  }

  #lens() {
    const turned = svg("g", { transform: this.#board.transform });
    turned.append(svg("use", { href: "#scene" }));
    return svg("g", {}, svg("rect", { class: "plank", x: -30, y: -30, width: 60, height: 60 }), turned);
  }

  hide() {
    if (this.#element.hidden) return;
    this.#element.hidden = true;
    this.#glass.replaceChildren();
  }
}
