// The panel where a turn is composed: buttons, staged steps, typed steps, sending and taking back.

/** @import { Table } from "./table.js" */
/** @typedef {Pick<Table, "kind" | "turn" | "seat" | "view" | "diagram">} Composed what a turn is composed in: a table, or a lesson */
import { buttonsOf, isCell, stepsOf } from "./clicks.js";
import { byId, fresh, h } from "./dom.js";
import { sayEffects } from "./say.js";

export class Composer {
  #panel = byId("composer");
  #staged = byId("staged");
  #effects = byId("effects");
  #buttons = byId("buttons");
  #problem = byId("turn-problem");
  /** @type {HTMLInputElement} */
  #typed = byId("typed");
  #choices = byId("choices");
  #table;
  #changed;

  /**
   * @param {Composed} table
   * @param {() => void} changed
   */
  constructor(table, changed) {
    this.#table = table;
    this.#changed = changed;
    byId("typed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type();
    });
  }

  #type() {
    const { turn, kind } = this.#table;
    const text = this.#typed.value.trim();
    if (!turn.ours || turn.sent) return;
    if (text === "") turn.send();
    else turn.type(text, kind.buttons.map(([name]) => name));
    this.#typed.value = "";
    this.#changed();
  }

  show() {
    const { turn } = this.#table;
    this.#panel.hidden = !turn.ours || this.#table.view !== null;
    if (this.#panel.hidden) return;
    this.#problem.textContent = turn.problem;
    this.#staged.textContent = this.#words();
    this.#effects.textContent = this.#forecast();
    this.#showButtons();
    this.#showChoices();
  }

  #words() {
    const { turn, kind } = this.#table;
    if (turn.sent) return "Sending your turn …";
    const chosen = kind.buttons.find(([name]) => name === turn.path[0])?.[1];
    const steps = turn.steps.length > 0 ? `Staged: ${turn.steps.join(", ")}. ` : "";
    if (chosen) return `${steps}${chosen}: choose on the board.`;
    if (turn.preview?.complete) return `${steps}The turn is complete.`;
    return `${steps}Choose on the board${Object.keys(turn.level).every(isCell) ? "" : " or by a button"}.`;
  }

  /** What the turn would capture, if it ended now. */
  #forecast() {
    const { turn, kind, seat, diagram } = this.#table;
    const preview = turn.preview;
    if (!preview || turn.steps.length === 0) return "";
    const said = sayEffects(kind, diagram, [...preview.changes, ...(preview.end ?? [])], seat);
    return said && `${preview.complete ? "With this turn" : "If the turn ended now"}: ${said}.`;
  }

  #showButtons() {
    const { turn, kind } = this.#table;
    const offered = buttonsOf(turn.level, kind.buttons);
    const back = (turn.steps.length > 0 || turn.path.length > 0) && !turn.sent;
    const whole = turn.ready && turn.preview?.complete === true;
    fresh(this.#buttons, [offered, back, whole], () => [
      ...(whole ? [this.#button("Send turn", () => turn.send(), "strong")] : []),
      ...offered.map(([name, words]) => this.#button(words, () => turn.touch(name), "", name)),
      ...(back ? [this.#button("Take back", () => turn.takeBack(), "quiet")] : []),
    ]);
  }

  /** @type {(words: string, deed: () => void, look: string, name?: string) => HTMLElement} */
  #button(words, deed, look, name) {
    const click = () => {
      deed();
      this.#changed();
    };
    return h("button", { type: "button", class: look, click, "data-button": name }, words);
  }

  #showChoices() {
    const { turn } = this.#table;
    const steps = turn.ready && turn.preview ? stepsOf(turn.preview.clicks) : [];
    fresh(this.#choices, steps, () => steps.map((step) => h("option", { value: step })));
  }
}
