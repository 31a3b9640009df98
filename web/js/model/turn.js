// The turn being composed: steps are staged one by one, each after the server has tried it. Pure, apart from the random ids.

/** @import { ClientMessage, CommandId, PreviewView, RefusalCode } from "../../protocol.js" */
import { branches, follow, isCell, modesOf, stepAt } from "./clicks.js";
import { uuid } from "./ids.js";

/** @typedef {{ id: CommandId, steps: string[], atOnce: boolean }} Question */
/** @typedef {Pick<Turn, "number" | "ours" | "sent" | "ready" | "steps" | "path" | "level" | "modes" | "preview" | "problem">} TurnState */

export class Turn {
  /** How many plies the game had when the turn began; -1 while it is not our turn. */
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
  #send;

  /** @param {(message: Extract<ClientMessage, { t: "preview" | "play" }>) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** Whether it is our turn. */
  get ours() {
    return this.number >= 0;
  }

  /** Whether the turn is on its way. */
  get sent() {
    return this.#sent !== null;
  }

  /** Whether a touch would be followed now. */
  get ready() {
    return this.preview !== null && !this.#asked && !this.#sent;
  }

  /** The turn as it is at this moment. @returns {TurnState} */
  get state() {
    const { number, ours, sent, ready, steps, path, level, modes, preview, problem } = this;
    return { number, ours, sent, ready, steps, path, level, modes, preview, problem };
  }

  /** What can be touched now. */
  get level() {
    return this.ready && this.preview ? branches(this.preview.clicks, this.path) : {};
  }

  /**
   * It is our turn in the position after `number` plies. Steps that are staged stay if the server still accepts them.
   * @param {number} number
   */
  begin(number) {
    if (number === this.number) return;
    this.#reset();
    this.number = number;
    this.ask(this.steps);
  }

  /** The steps that were staged before the page was reloaded are tried again when the turn begins. @param {{ steps: string[] }} before */
  keep({ steps }) {
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
    this.preview = null;
    this.path = [];
    this.#asked = null;
    this.#sent = null;
    this.#waiting = [];
  }

  /** The connection is open again: a question may have been lost. */
  resume() {
    if (this.#asked) this.ask(this.#asked.steps, this.#asked.atOnce);
    else if (this.ours && !this.preview && !this.#sent) this.ask(this.steps);
  }

  /**
   * Asks what steps would do; they are staged once the answer is there.
   * @param {string[]} steps
   * @param {boolean} [atOnce] whether to send them at once if they are a complete turn
   */
  ask(steps, atOnce = false) {
    const id = uuid();
    this.#asked = { id, steps, atOnce };
    this.#send({ t: "preview", id, turn: this.number, steps });
  }

  /** The buttons that the beginning of the step was chosen from, and whether each is the one. @returns {{ [name in string]?: boolean }} */
  get modes() {
    const tree = this.ready && this.preview ? this.preview.clicks : {};
    return modesOf(tree, this.path);
  }

  /**
   * A cell or a button is touched. A turn that is complete with its first step, or by a button, is sent at once.
   * @param {string} click
   */
  touch(click) {
    if (this.#asked && !this.#sent) {
      this.#waiting.push(click);
      return;
    }
    if (!this.ready || !this.preview) return;
    this.problem = "";
    const path = follow(this.preview.clicks, this.path, click);
    const next = stepAt(this.preview.clicks, path);
    this.path = path;
    if (next !== null) this.#stage(next, !path.some(isCell));
  }

  /** @type {(step: string, byButton: boolean) => void} */
  #stage(step, byButton) {
    this.ask([...this.steps, step], byButton || this.steps.length === 0);
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
    if (this.#sent || this.#asked) return;
    if (this.path.length > 0) this.path = this.path.slice(0, -1);
    else if (this.steps.length > 0) this.ask(this.steps.slice(0, -1));
  }

  /** Sends the turn, if it is complete. */
  send() {
    if (!this.ready || !this.preview?.complete) return;
    this.#sent = uuid();
    this.#send({ t: "play", id: this.#sent, turn: this.number, steps: this.steps });
  }

  /** @type {(id: CommandId, preview: PreviewView) => void} */
  answer(id, preview) {
    if (this.#asked?.id !== id) return;
    const { steps, atOnce } = this.#asked;
    this.#asked = null;
    this.path = [];
    this.steps = steps;
    this.preview = preview;
    if (atOnce) this.send();
    this.#waiting.splice(0).forEach((click) => this.touch(click));
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
      if (this.#asked === asked) this.ask(asked.steps, asked.atOnce);
    }, 500);
  }
}
