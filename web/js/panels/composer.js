// The panel where a turn is composed: buttons, staged steps, typed steps, sending and taking back.

/** @import { Aim } from "../model/aim.js" */
/** @import { Table } from "../model/session.js" */
import { buttonsOf, isCell, stepsOf } from "../model/clicks.js";
import { byId, fresh, h } from "../dom.js";
import { lettersOf, listen } from "../keys.js";
import { Later } from "../after-paint.js";
import { sayEffects } from "../sentences/game.js";

/** What keys with long names are called on buttons. @type {{ [key in string]?: string }} */
const NAMES = { Escape: "Esc", Enter: "Enter" };

/** @typedef {Pick<Table, "kind" | "turn" | "seat" | "view" | "diagram" | "playing">} Composed what a turn is composed in: a table, or a lesson */

export class Composer {
  #panel = byId("composer");
  #staged = byId("staged");
  #effects = byId("effects");
  #buttons = byId("buttons");
  #problem = byId("turn-problem");
  /** @type {HTMLInputElement} */
  #typed = byId("typed");
  #choices = byId("choices");
  #listing = new Later();
  #table;
  #aim;
  #changed;
  #letters;

  /**
   * @param {Composed} table
   * @param {Pick<Aim, "cell" | "confirm" | "leave">} aim
   * @param {() => void} changed
   */
  constructor(table, aim, changed) {
    this.#table = table;
    this.#aim = aim;
    this.#changed = changed;
    this.#letters = lettersOf(table.kind.buttons);
    listen(this.#buttons);
    byId("typed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type();
    });
    this.#typed.addEventListener("focus", () => this.#showChoices());
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
    const { turn, playing, view } = this.#table;
    this.#panel.hidden = !playing || view !== null;
    this.#panel.classList.toggle("idle", !turn.ours);
    if (this.#panel.hidden) return;
    say(this.#problem, turn.problem);
    say(this.#staged, this.#words());
    say(this.#effects, this.#forecast());
    this.#showButtons();
    // Hundreds of steps to choose from can wait until the turn is drawn.
    this.#listing.do(() => this.#showChoices());
  }

  #words() {
    const { turn } = this.#table;
    if (!turn.ours) return "Wait for your turn.";
    if (turn.sent) return "Sending your turn …";
    const steps = turn.steps.length > 0 ? `Staged: ${turn.steps.join(", ")}. ` : "";
    if (turn.path.length > 0) return `${steps}${turn.path.map((click) => this.#word(click)).join(", ")}: choose on the board.`;
    if (turn.preview?.complete) return `${steps}The turn is complete.`;
    const choices = Object.keys(turn.level);
    const where = choices.some(isCell) || choices.length === 0 ? ["on the board"] : [];
    return `${steps}Choose ${[...where, ...(choices.every(isCell) ? [] : ["by a button"])].join(" or ")}.`;
  }

  /** A click in words. @param {string} click */
  #word(click) {
    const { kind } = this.#table;
    return isCell(click) ? kind.layout.cells[Number(click)].name : (kind.buttons.find(([name]) => name === click)?.[1] ?? click);
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
    const modes = turn.modes;
    const offered = buttonsOf({ ...turn.level, ...modes }, kind.buttons);
    const aimed = this.#aim.cell === null ? "" : kind.layout.cells[this.#aim.cell].name;
    const back = (turn.steps.length > 0 || turn.path.length > 0 || aimed !== "") && !turn.sent;
    const whole = turn.ready && turn.preview?.complete === true;
    fresh(this.#buttons, [offered, modes, back, whole, aimed], () => [
      ...(aimed ? [this.#button(`Choose ${aimed}`, () => this.#aim.confirm(), "strong", "Enter", { "data-confirm": true })] : []),
      ...(whole ? [this.#button("Send turn", () => turn.send(), "strong", "Enter")] : []),
      ...offered.map(([name, words]) =>
        this.#button(words, () => turn.touch(name), "", this.#letters.get(name), { "data-button": name, "aria-pressed": modes[name] }),
      ),
      ...(back ? [this.#button("Take back", () => this.#aim.leave() || turn.takeBack(), "quiet", "Escape")] : []),
    ]);
  }

  /** @type {(words: string, deed: () => void, look: string, key?: string, more?: import("../dom.js").Props) => HTMLElement} */
  #button(words, deed, look, key, more = {}) {
    const click = () => {
      deed();
      this.#changed();
    };
    const shown = key ? [" ", h("kbd", { "aria-hidden": true }, NAMES[key] ?? key.toUpperCase())] : [];
    const keys = { "data-key": key, "aria-keyshortcuts": key };
    return h("button", { type: "button", class: look, click, ...keys, ...more }, words, ...shown);
  }

  #showChoices() {
    const { turn } = this.#table;
    const steps = turn.ready && turn.preview ? stepsOf(turn.preview.clicks) : [];
    fresh(this.#choices, steps, () => steps.map((step) => h("option", { value: step })));
  }
}

/** Says it only if it is new: what has not changed is not read out again. @type {(element: HTMLElement, words: string) => void} */
function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
