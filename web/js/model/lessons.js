// The lessons of a first game: turns are composed as at a table, and judged by the server. Touches no screen.

/** @import { ClientMessage, CommandId, EvaluationView, LessonView, PlyView, PreviewView, RefusalCode } from "../../protocol.js" */
import { NOT_A_MOVE } from "../sentences/page.js";
import { Aim } from "./aim.js";
import { cellsOf } from "./clicks.js";
import { after, diagramOf, staged } from "./timeline.js";
import { Turn } from "./turn.js";

/** @typedef {{ code: RefusalCode, sentence: string }} Refusal */
/** @typedef {(lesson: number, steps: string[]) => Promise<EvaluationView | Refusal>} Attempt asks the server what some steps do */

export class Lessons {
  /** The lesson that is shown, from 0. */
  at = 0;
  /** @type {"open" | "wrong" | "solved"} how the last turn went; a wrong one can be tried again at once */
  verdict = "open";
  /** How often this lesson was tried and missed. */
  misses = 0;
  /** @type {Set<number>} */
  solved = new Set();
  /** Why nothing happens, if the server cannot be reached. */
  trouble = "";
  /** @type {PlyView | null} the turn that was made, while it is looked at */
  made = null;
  turn = new Turn({ ask: (question) => this.#answer(question), play: ({ steps }) => this.#judge(steps) });
  aim = new Aim(this.turn, () => this.changed());
  /** @type {WeakMap<PreviewView, boolean>} which of the answers reach the goal */
  #reached = new WeakMap();
  #views;
  #attempt;
  #screen;

  /**
   * @param {LessonView[]} views
   * @param {Attempt} attempt
   * @param {{ changed: () => void, made: (ply: PlyView) => void }} screen is told of answers, and of whole turns
   */
  constructor(views, attempt, screen) {
    this.#views = views;
    this.#attempt = attempt;
    this.#screen = screen;
    this.diagrams = views.map((view) => diagramOf(view.start));
  }

  get count() {
    return this.#views.length;
  }

  get kind() {
    return this.#views[this.at].kind;
  }

  get seat() {
    return this.#views[this.at].seat;
  }

  /** The position before the turn. */
  get diagram() {
    return this.diagrams[this.at];
  }

  /** What a board and a composer show. */
  get state() {
    const { kind, seat, diagram, made } = this;
    const turn = this.turn.state;
    return {
      ...{ kind, seat, diagram, turn, shownPly: null, playing: turn.ours },
      aimed: this.aim.cell,
      targets: this.aim.targets,
      drawn: made ? after(diagram, made.changes, made.tallies) : staged(diagram, turn),
      last: made?.changes ?? [],
    };
  }

  /** The next lesson that is still to be solved, if any. */
  get next() {
    const order = this.#views.map((_, n) => (this.at + 1 + n) % this.count);
    return order.find((n) => !this.solved.has(n));
  }

  /** Something was done: what follows from it is brought up to date, and shown. */
  changed() {
    this.aim.follow(cellsOf(this.turn.level));
    this.#screen.changed();
  }

  /** Begins a lesson. @param {number} n */
  go(n) {
    this.at = Math.max(0, Math.min(n, this.count - 1));
    this.verdict = "open";
    this.misses = 0;
    this.again();
  }

  /** The position goes back to where it was. */
  again() {
    this.made = null;
    this.turn.end();
    this.turn.begin(0);
  }

  /** Shows how it is done. */
  solve() {
    if (this.turn.ours) this.turn.ask([...this.#views[this.at].solution], true);
  }

  /** @param {Extract<ClientMessage, { t: "preview" }>} question */
  #answer({ id, steps, clicks }) {
    if (clicks) this.turn.refuse(id, "illegal_step", NOT_A_MOVE);
    else void this.#ask(this.at, id, steps);
  }

  /** @type {(lesson: number, id: CommandId, steps: string[]) => Promise<void>} */
  async #ask(lesson, id, steps) {
    const answer = await this.#attempt(lesson, steps);
    const refused = "sentence" in answer;
    this.trouble = refused && (answer.code === "try_again" || answer.code === "unavailable") ? answer.sentence : "";
    if (refused) {
      this.turn.refuse(id, answer.code, answer.sentence);
    } else {
      this.#reached.set(answer.preview, answer.reached);
      this.turn.answer(id, answer.preview);
    }
    this.changed();
  }

  /** A whole turn is made. @param {string[]} steps */
  #judge(steps) {
    const preview = this.turn.preview;
    if (!preview) return;
    const reached = this.#reached.get(preview) === true;
    this.verdict = reached ? "solved" : "wrong";
    if (reached) this.solved.add(this.at);
    else this.misses += 1;
    this.turn.end();
    const { changes, tallies } = preview;
    this.made = { seat: this.seat, text: steps.join(","), changes, tallies, to_move: null, at: null };
    this.#screen.made(this.made);
  }
}
