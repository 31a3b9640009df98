// The cells that have to be as they are now, or else a planned turn is not played. They are chosen on the board, while a button is pressed.

/** @import { Explorer } from "../model/explorer.js" */
import { touchedCells } from "../board/marks.js";
import { byId, h, renderIfChanged } from "../dom.js";
import { NO_CONDITION, withoutCell } from "../sentences/plan.js";

export class PlanCondition {
  cells;
  /** Whether clicks on the board choose cells, and not a turn. */
  choosing = false;
  #explorer;
  #changed;
  #all;
  #choose = byId("choose-cells");
  #add = byId("add-touched");

  /**
   * @param {Explorer} explorer
   * @param {number[]} cells
   * @param {() => void} changed called after the cells have changed
   */
  constructor(explorer, cells, changed) {
    this.#explorer = explorer;
    this.#changed = changed;
    this.cells = new Set(cells);
    this.#all = new Set(explorer.kind.layout.cells.keys());
    this.#choose.addEventListener("click", () => this.#press(!this.choosing));
    this.#add.addEventListener("click", () => {
      this.cells = new Set([...this.cells, ...this.#touched]);
      this.#changed();
      this.#explorer.changed();
    });
  }

  /** The cells that the planned turn changes. */
  get #touched() {
    return touchedCells(this.#explorer.root.next[0]?.ply?.changes ?? []);
  }

  /** @param {boolean} choosing */
  #press(choosing) {
    this.choosing = choosing;
    this.#explorer.aim.instead = choosing ? (cell) => this.#toggle(cell) : null;
    this.#choose.setAttribute("aria-pressed", String(choosing));
    this.#explorer.changed();
  }

  /** @param {number} cell */
  #toggle(cell) {
    if (!this.cells.delete(cell)) this.cells.add(cell);
    this.#changed();
  }

  update() {
    if (this.choosing) this.#explorer.aim.follow(this.#all);
    this.#add.hidden = [...this.#touched].every((cell) => this.cells.has(cell));
    renderIfChanged(byId("bound-cells"), [...this.cells], () =>
      this.cells.size > 0 ? [...this.cells].map((cell) => this.#chip(cell)) : [h("li", {}, NO_CONDITION)],
    );
  }

  /** A cell, with the button that removes it. @param {number} cell */
  #chip(cell) {
    const { name } = this.#explorer.kind.layout.cells[cell];
    const click = () => {
      this.#toggle(cell);
      this.#explorer.changed();
    };
    return h("li", {}, h("button", { type: "button", class: "quiet", "aria-label": withoutCell(name), click }, `${name} ×`));
  }
}
