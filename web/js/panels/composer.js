// The turn being composed: what is staged and what it would do, the buttons, and the field for typing steps.

/** @import { KindView, TableView } from "../../protocol.js" */
/** @import { Aim } from "../model/aim.js" */
/** @import { State } from "../model/session.js" */
/** @import { Turn } from "../model/turn.js" */
import { AfterPaint } from "../after-paint.js";
import { byId, renderIfChanged, h, setText } from "../dom.js";
import { lettersOf, listen } from "../keys.js";
import { buttonsOf, isCell, stepsOf } from "../model/clicks.js";
import { ghostOf } from "../model/ghost.js";
import { maySwapSides } from "../model/pie-rule.js";
import { asking, chooseCell, forecast, LEAVING, moveOnto, placeOn, SENDING } from "../sentences/composing.js";
import { SEND_NOW, SEND_TURN, SENT_LATER, TAKE_SIDE, turnSoFar, UNDO, yourTurnIs } from "../sentences/composing.js";
import { describeEffects } from "../sentences/plies.js";

/** What keys are called on buttons, if not by their letter. @type {{ [key in string]?: string }} */
const KEYS = { Escape: "Esc", Enter: "Enter" };
/** The second tap of a double tap comes within this time (milliseconds). */
const DOUBLE_TAP = 500;

/**
 * What a turn is composed in: a table, or a lesson.
 * @typedef {{ kind: KindView, turn: Turn, aim: Aim, changed: () => void, commands?: { swapSides: () => void } }} Composing
 * @typedef {Pick<State, "kind" | "turn" | "seat" | "playing" | "shownPly" | "diagram" | "drawn" | "aimed"> & { connected?: boolean, table?: TableView }} Composed
 */

export class Composer {
  static root = "composer";
  #panel;
  #staged = byId("staged");
  #effects = byId("effects");
  #buttons = byId("buttons");
  #problem = byId("turn-problem");
  /** @type {HTMLInputElement} */
  #typed = byId("typed");
  #choices = byId("choices");
  #listing = new AfterPaint();
  #composing;
  #letters;
  #send;
  /** When a cell was confirmed last: the button for undoing that takes the place of the one that was tapped. */
  #confirmed = -DOUBLE_TAP;
  /** When something was undone last: the button that takes the side stands there then. */
  #undone = -DOUBLE_TAP;

  /**
   * @param {HTMLElement} root
   * @param {Composing} composing
   * @param {string} [send] what the button says that finishes a turn
   */
  constructor(root, composing, send = SEND_TURN) {
    this.#panel = root;
    this.#composing = composing;
    this.#send = send;
    this.#letters = lettersOf(composing.kind.buttons);
    listen(this.#buttons);
    byId("typed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type();
    });
    this.#typed.addEventListener("focus", () => this.#showChoices());
  }

  #type() {
    const { turn, kind } = this.#composing;
    const text = this.#typed.value.trim();
    if (!turn.ours || turn.sent) return;
    if (text === "") turn.send();
    else {
      turn.type(
        text,
        kind.buttons.map(([name]) => name),
      );
    }
    this.#typed.value = "";
    this.#composing.changed();
  }

  /** @param {Composed} state */
  update(state) {
    const { turn, playing, shownPly } = state;
    this.#panel.hidden = !playing || shownPly !== null;
    this.#panel.classList.toggle("idle", !turn.ours);
    this.#panel.classList.toggle("begun", turn.steps.length > 0 || turn.path.length > 0 || turn.problem !== "");
    if (this.#panel.hidden) return;
    setText(this.#problem, turn.problem);
    setText(this.#staged, progress(state));
    setText(this.#effects, forecastOf(state));
    this.#showButtons(state);
    // There may be hundreds of steps to choose from.
    this.#listing.do(() => this.#showChoices());
  }

  /** @param {Composed} state */
  #showButtons(state) {
    const { turn, kind, aimed } = state;
    const composed = this.#composing.turn;
    const finish = turn.level[turn.preview?.guide.finish?.[0] ?? ""] === undefined ? null : (turn.preview?.guide.finish ?? null);
    const offered = buttonsOf({ ...turn.level, ...turn.modes }, kind.buttons).filter(([name]) => name !== finish?.[0]);
    const target = aimed === null ? "" : aimWords(state, aimed);
    const back = (turn.steps.length > 0 || turn.path.length > 0 || aimed !== null) && !turn.sent;
    const swaps = !back && mayTakeSide(state);
    const complete = turn.ready && turn.preview?.complete === true;
    const send = turn.leaving ? SEND_NOW : this.#send;
    renderIfChanged(this.#buttons, [offered, finish, turn.modes, back, complete, send, target, swaps], () => [
      ...(target ? [this.#button(target, () => this.#confirm(), "strong", "Enter", { "data-confirm": true })] : []),
      ...(complete ? [this.#button(send, () => composed.send(), turn.leaving ? "strong leaving" : "strong", "Enter", { "data-send": true })] : []),
      ...(finish && !target ? [this.#button(finish[1], () => composed.touch(finish[0], true), "strong", "Enter", { "data-button": finish[0] })] : []),
      ...offered.map(([name, words]) =>
        this.#button(words, () => composed.touch(name), "", this.#letters.get(name), { "data-button": name, "aria-pressed": turn.modes[name] }),
      ),
      ...(swaps ? [this.#button(TAKE_SIDE, () => this.#takeSide(), "quiet", undefined, { "data-swap": true })] : []),
      ...(back ? [this.#button(UNDO, () => this.#undo(), "quiet", "Escape")] : []),
    ]);
  }

  #confirm() {
    this.#confirmed = performance.now();
    this.#composing.aim.confirm();
  }

  #undo() {
    const { aim, turn } = this.#composing;
    if (performance.now() - this.#confirmed < DOUBLE_TAP) return;
    this.#undone = performance.now();
    if (!aim.leave()) turn.takeBack();
  }

  #takeSide() {
    if (performance.now() - Math.max(this.#undone, this.#confirmed) < DOUBLE_TAP) return;
    this.#composing.commands?.swapSides();
  }

  /** @type {(words: string, action: () => void, look: string, key?: string, more?: import("../dom.js").Props) => HTMLElement} */
  #button(words, action, look, key, more = {}) {
    const click = () => {
      action();
      this.#composing.changed();
    };
    const shown = key ? [" ", h("kbd", { "aria-hidden": true }, KEYS[key] ?? key.toUpperCase())] : [];
    const keys = { "data-key": key, "aria-keyshortcuts": key };
    return h("button", { type: "button", class: look, click, ...keys, ...more }, words, ...shown);
  }

  #showChoices() {
    const { turn } = this.#composing;
    const steps = turn.ready && turn.preview ? stepsOf(turn.preview.clicks) : [];
    renderIfChanged(this.#choices, steps, () => steps.map((step) => h("option", { value: step })));
  }
}

/** Whether whoever is to answer the first turn may take its side instead, and has not begun to answer. @param {Composed} state */
const mayTakeSide = ({ turn, table }) =>
  turn.ours && !turn.sent && !turn.asking && turn.steps.length === 0 && turn.path.length === 0 && table !== undefined && maySwapSides(table);

/** How far the turn has come, and what is to be done next. @param {Composed} state */
function progress({ turn, kind, connected = true }) {
  if (!turn.ours) return "";
  const waits = turn.sent || turn.leaving || turn.asking;
  if (waits && !connected) return turnSoFar(turn.steps) + SENT_LATER;
  if (turn.sent) return SENDING;
  if (turn.leaving) return LEAVING;
  if (turn.preview?.complete) return yourTurnIs(turn.steps);
  const asks = turn.preview?.guide.asks ?? [];
  const ask = asks[Math.min(turn.path.length, asks.length - 1)] ?? "";
  const cell = turn.path.findLast(isCell);
  return turnSoFar(turn.steps) + asking(ask, cell === undefined ? "" : kind.layout.cells[Number(cell)].name);
}

/** What a click on the cell that is aimed at would do. @type {(state: Composed, aimed: number) => string} */
function aimWords({ turn, kind, drawn }, aimed) {
  const { name } = kind.layout.cells[aimed];
  const ghost = ghostOf(kind.layout, drawn, turn, aimed);
  if (ghost?.cell !== aimed) return chooseCell(name);
  return turn.path.some(isCell) ? moveOnto(name) : placeOn(name);
}

/** What the turn costs, and what it would capture if it ended now. @param {Composed} state */
function forecastOf({ turn, kind, seat, diagram }) {
  const { preview, steps } = turn;
  if (!preview || steps.length === 0) return "";
  const effects = describeEffects(kind, diagram, [...preview.changes, ...(preview.end ?? [])], seat);
  // Before it is complete, the question says what it costs.
  return [preview.complete ? preview.cost : "", forecast(preview.complete, effects)].filter(Boolean).join(" ");
}
