// The turn being composed: steps are staged one by one, each after the server has tried it. Pure, apart from the random ids.

/** @import { ClientMessage, CommandId, PreviewView, RefusalCode } from "../../protocol.js" */
import { branches, fits, follow, isCell, modesOf, stepAt } from "./clicks.js";
import { uuid } from "./ids.js";

/** @typedef {{ id: CommandId, steps: string[], atOnce: boolean, sure: boolean }} Question */
/**
 * What a turn needs from outside.
 * @typedef {object} Sender
 * @property {(question: Extract<ClientMessage, { t: "preview" }>) => void} ask
 * @property {(turn: { id: CommandId, turn: number, steps: string[] }) => void} play
 */
/** @typedef {Pick<Turn, "number" | "ours" | "sent" | "asking" | "leaving" | "ready" | "steps" | "path" | "level" | "modes" | "preview" | "problem">} TurnState */

/**
 * How a turn that a single click completes is sent: at once, after a time in which it can be undone, or only when the
 * player confirms it.
 * @typedef {"at-once" | "undo" | "confirm"} Manner
 */

/** How long a turn waits before it is sent, so that it can be undone (milliseconds). */
export const UNDO_TIME = 2_000;

export class Turn {
  /** The number of the turn, as the table counts; -1 while it is not ours. */
  number = -1;
  /** @type {string[]} the steps that are staged */
  steps = [];
  /** @type {PreviewView | null} what they do */
  preview = null;
  /** @type {string[]} the clicks made towards the next step */
  path = [];
  /** Why the last step or turn was refused. */
  problem = "";
  /** @type {Question | null} the steps that the server is asked about */
  #asked = null;
  /** @type {CommandId | null} the command that carries the turn, once it is sent */
  #sent = null;
  /** @type {string[]} clicks made while the server was being asked: they are followed once it has answered */
  #waiting = [];
  /** @type {CommandId | null} the question why a click leads nowhere */
  #why = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} runs while the turn waits to be sent */
  #timer;
  #sender;
  #manner;
  #changed;

  /**
   * @param {Sender} sender
   * @param {{ manner?: (costs: boolean) => Manner, changed?: () => void }} [ways] how turns are sent, those that cost something and
   *   others; called when the turn has changed by itself
   */
  constructor(sender, { manner = () => "at-once", changed = () => {} } = {}) {
    this.#sender = sender;
    this.#manner = manner;
    this.#changed = changed;
  }

  /** Whether it is our turn. */
  get ours() {
    return this.number >= 0;
  }

  /** Whether the turn is on its way. */
  get sent() {
    return this.#sent !== null;
  }

  /** Whether a complete turn waits until it is sent, and can still be undone. */
  get leaving() {
    return this.#timer !== undefined;
  }

  /** Whether the server is asked about a step that completes the turn, as far as the page knows. */
  get asking() {
    return this.#asked !== null && this.#asked.atOnce;
  }

  /** Whether a touch would be followed now. */
  get ready() {
    return this.preview !== null && !this.#asked && !this.#sent;
  }

  /** The turn as it is at this moment. @returns {TurnState} */
  get state() {
    const { number, ours, sent, asking, leaving, ready, steps, path, level, modes, preview, problem } = this;
    return { number, ours, sent, asking, leaving, ready, steps, path, level, modes, preview, problem };
  }

  /** What can be touched now. */
  get level() {
    return this.ready && this.preview ? branches(this.preview.clicks, this.path) : {};
  }

  /**
   * It is our turn, with this number. Steps that are staged stay if the server still accepts them.
   * @param {number} number
   */
  begin(number) {
    if (number === this.number) return;
    this.#reset();
    this.number = number;
    this.ask(this.steps);
  }

  /** The steps that were staged before the page was reloaded are tried again when the turn begins. @param {{ steps: string[] }} before */
  restore({ steps }) {
    this.steps = steps;
  }

  /** It is not our turn, or our turn was made: nothing is staged. */
  end() {
    this.#reset();
    this.number = -1;
    this.steps = [];
    this.problem = "";
  }

  #reset() {
    this.#stay();
    this.#why = null;
    this.preview = null;
    this.path = [];
    this.#asked = null;
    this.#sent = null;
    this.#waiting = [];
  }

  /** The connection is open again: a question may have been lost. */
  resume() {
    if (this.#asked) this.ask(this.#asked.steps, this.#asked.atOnce, this.#asked.sure);
    else if (this.ours && !this.preview && !this.#sent) this.ask(this.steps);
  }

  /**
   * Asks what steps would do; they are staged once the answer is there.
   * @param {string[]} steps
   * @param {boolean} [atOnce] whether to send them without another click if they are a complete turn
   * @param {boolean} [sure] whether they have been confirmed already
   */
  ask(steps, atOnce = false, sure = false) {
    const id = uuid();
    this.#asked = { id, steps, atOnce, sure };
    this.#sender.ask({ t: "preview", id, turn: this.number, steps });
  }

  /** The buttons that the beginning of the step was chosen from, and whether each is the one. @returns {{ [name in string]?: boolean }} */
  get modes() {
    const tree = this.ready && this.preview ? this.preview.clicks : {};
    return modesOf(tree, this.path);
  }

  /**
   * A cell or a button is touched. A turn that is complete with its first step, or by a button, is sent without another
   * click.
   * @param {string} click
   * @param {boolean} [sure] whether the click was confirmed, so that the turn need not wait
   */
  touch(click, sure = false) {
    if (this.#asked && !this.#sent) {
      this.#waiting.push(click);
      return;
    }
    if (!this.ready || !this.preview) return;
    this.problem = "";
    this.#why = null;
    if (!this.leaving) this.#explain(click);
    const path = follow(this.preview.clicks, this.path, click);
    const next = stepAt(this.preview.clicks, path);
    this.path = path;
    const finish = this.preview.guide.finish?.[0];
    if (next !== null) this.#stage(next, !path.some(isCell), sure || click === finish);
  }

  /** @type {(step: string, byButton: boolean, sure: boolean) => void} */
  #stage(step, byButton, sure) {
    this.ask([...this.steps, step], byButton || this.steps.length === 0, sure);
  }

  /** A cell that leads nowhere: says why. @param {string} click */
  #explain(click) {
    const { preview, path } = this;
    if (!preview || preview.complete || !isCell(click) || click === path.at(-1) || fits(preview.clicks, path, click)) return;
    if (!Object.keys(this.level).some(isCell)) {
      this.problem = preview.guide.asks[path.length] ?? "";
      return;
    }
    this.#why = uuid();
    this.#sender.ask({ t: "preview", id: this.#why, turn: this.number, steps: this.steps, clicks: [...path, click] });
  }

  /**
   * Steps are typed, joined by commas.
   * @param {string} text
   * @param {string[]} buttons the names of the buttons, which are spelt like the steps they enter
   */
  type(text, buttons) {
    const typed = text.split(",").map((step) => step.trim());
    const steps = [...this.steps, ...typed];
    this.problem = "";
    this.path = [];
    this.ask(steps, steps.length === 1 || buttons.includes(steps[steps.length - 1]));
  }

  /** Takes back the last click of a step that has been begun, or the last step. */
  takeBack() {
    this.problem = "";
    this.#waiting = [];
    this.#stay();
    if (this.#sent) return;
    if (this.#asked) return this.#withdraw(this.#asked);
    if (this.path.length > 0) this.path = this.path.slice(0, -1);
    else if (this.steps.length > 0) this.ask(this.steps.slice(0, -1));
  }

  /** A question about one more step need not be answered any more. @param {Question} asked */
  #withdraw({ steps }) {
    if (!this.preview || steps.length <= this.steps.length) return;
    this.#asked = null;
    this.path = [];
  }

  /** A complete turn that waits is sent now: the page may be about to go. */
  flush() {
    if (this.leaving) this.send();
  }

  /** The turn no longer waits to be sent. */
  #stay() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Sends a complete turn in the player's manner. What costs something is always confirmed. @param {boolean} sure */
  #release(sure) {
    if (!this.preview?.complete) return;
    const costs = this.preview.cost !== "";
    const manner = this.#manner(costs);
    if (manner === "at-once" || (sure && !costs)) return this.send();
    if (manner === "confirm") return;
    this.#timer = setTimeout(() => {
      this.send();
      this.#changed();
    }, UNDO_TIME);
  }

  /** Sends the turn, if it is complete. */
  send() {
    this.#stay();
    if (!this.ready || !this.preview?.complete) return;
    this.#sent = uuid();
    this.#sender.play({ id: this.#sent, turn: this.number, steps: this.steps });
  }

  /** @type {(id: CommandId, preview: PreviewView) => void} */
  answer(id, preview) {
    if (this.#asked?.id !== id) return;
    const { steps, atOnce, sure } = this.#asked;
    this.#asked = null;
    this.path = [];
    this.steps = steps;
    this.preview = preview;
    if (atOnce) this.#release(sure);
    this.#waiting.splice(0).forEach((click) => this.touch(click));
  }

  /** Whether an answer to this is expected. @param {CommandId} id */
  awaits(id) {
    return id === this.#sent || id === this.#why || id === this.#asked?.id;
  }

  /**
   * A question or the turn was refused. Returns whether it was one of ours.
   * @type {(id: CommandId | null, code: RefusalCode, sentence: string) => boolean}
   */
  refuse(id, code, sentence) {
    if (id !== null && id === this.#sent) {
      this.#sent = null;
      this.problem = sentence;
      this.ask(this.steps);
      return true;
    }
    if (id !== null && id === this.#why) {
      this.#why = null;
      if (code === "illegal_step") this.problem = sentence;
      return true;
    }
    if (id === null || this.#asked?.id !== id) return false;
    this.#refused(this.#asked, code, sentence);
    return true;
  }

  /** @type {(asked: Question, code: RefusalCode, sentence: string) => void} */
  #refused(asked, code, sentence) {
    this.#asked = null;
    this.path = [];
    if (code === "too_fast" || code === "try_again" || code === "unavailable") return this.#later(asked);
    this.#waiting = [];
    // The game has gone on: the event that says so is on its way, and begins the turn again.
    if (code === "wrong_turn" || code === "not_your_turn") return;
    this.problem = sentence;
    if (this.preview || this.steps.length === 0) return;
    this.steps = [];
    this.ask([]);
  }

  /** @param {Question} asked */
  #later(asked) {
    this.#asked = asked;
    setTimeout(() => {
      if (this.#asked === asked) this.ask(asked.steps, asked.atOnce, asked.sure);
    }, 500);
  }
}
