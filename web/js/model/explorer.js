// A game that is explored: a tree of turns that are tried, each after the server has said what it does. Touches no screen.

/** @import { CommandId, EndingView, ExploredView, ExploreView, PlyView, PreviewView, RefusalCode, SuggestionView, VariationView } from "../../protocol.js" */
/** @import { Diagram } from "./timeline.js" */
import { Aim } from "./aim.js";
import { cellsOf } from "./clicks.js";
import { after, staged, Timeline } from "./timeline.js";
import { Turn } from "./turn.js";

/**
 * A position of the tree, with the turn that led to it; none where exploring began.
 * @typedef {{ ply: PlyView | null, ending: EndingView | null, before: Tried | null, next: Tried[], diagram: Diagram }} Tried
 * @typedef {{ at: number, line: string[], steps: string[], clicks?: string[] }} Question
 * @typedef {{ code: RefusalCode, sentence: string }} Refusal
 * @typedef {(question: Question) => Promise<ExploredView | Refusal>} Look asks the server what some steps would do
 * @typedef {{ depth: number, turns: { tried: Tried, number: number }[] }} Line turns that follow each other
 */

/** How far lines are indented at most. */
const DEEPEST = 5;

export class Explorer {
  /** Why nothing happens, if the server cannot be reached. */
  trouble = "";
  turn = new Turn({ ask: ({ id, steps, clicks }) => void this.#ask(this.shown, id, steps, clicks), play: () => this.#play() });
  aim = new Aim(this.turn, () => this.changed());
  /** Where exploring began. @type {Tried} */
  root;
  /** The position on the screen. @type {Tried} */
  shown;
  /** The best turn, in the position where it was asked for. @type {{ at: Tried, best: SuggestionView } | null} */
  suggestion = null;
  /** @type {WeakMap<PreviewView, VariationView>} the turns that previews complete */
  #complete = new WeakMap();
  #view;
  #look;
  #screen;

  /**
   * @param {ExploreView} view
   * @param {Look} look
   * @param {{ changed: () => void, made: (before: Tried, ply: PlyView) => void }} screen is told of answers, and of whole turns
   */
  constructor(view, look, screen) {
    this.#view = view;
    this.#look = look;
    this.#screen = screen;
    const diagram = new Timeline().at(view, view.plies.length);
    this.root = { ply: null, ending: null, before: null, next: [], diagram };
    const all = [this.root];
    for (const { after, ply, ending } of view.variations) all.push(add(all[after], ply, ending));
    this.shown = all[view.shown] ?? this.root;
  }

  get kind() {
    return this.#view.kind;
  }

  /** How many turns and drops of the game come before where exploring began. */
  get at() {
    return this.#view.plies.length;
  }

  /** The seat to move in the position on the screen; none if the game is over there. */
  get toMove() {
    if (!this.shown.ply && this.#view.to_move !== undefined) return this.#view.to_move;
    const last = this.shown.ply ?? this.#view.plies.at(-1);
    return last ? last.to_move : 1;
  }

  /** The turns that led from where exploring began to the position on the screen. */
  get line() {
    return lineTo(this.shown);
  }

  /** What a board and a composer show. */
  get state() {
    const { kind, shown, toMove } = this;
    const turn = this.turn.state;
    return {
      ...{ kind, turn, seat: toMove ?? 0, diagram: shown.diagram, shownPly: null, playing: turn.ours },
      aimed: this.aim.cell,
      targets: this.aim.targets,
      drawn: staged(shown.diagram, turn),
      last: (shown.ply ?? this.#view.plies.at(-1))?.changes ?? [],
      suggested: this.best?.ply.changes ?? [],
    };
  }

  /** The best turn here, if it was asked for. */
  get best() {
    return this.suggestion?.at === this.shown ? this.suggestion.best : null;
  }

  /** The turn that was played in the game where exploring began, unless it is in the tree already. */
  get played() {
    const { played } = this.#view;
    const known = this.root.next.some(({ ply }) => ply?.text === played?.text);
    return this.shown === this.root && !known ? played : null;
  }

  /** Something was done: what follows from it is brought up to date, and shown. */
  changed() {
    this.aim.follow(cellsOf(this.turn.level));
    this.#screen.changed();
  }

  /** Shows a position. @param {Tried} tried */
  go(tried) {
    this.shown = tried;
    this.trouble = "";
    this.turn.end();
    if (this.toMove !== null) this.turn.begin(this.at + this.line.length);
  }

  /** Removes the turn on the screen, with all that follows it. */
  remove() {
    const { before } = this.shown;
    if (!before) return;
    before.next = before.next.filter((tried) => tried !== this.shown);
    this.go(before);
  }

  /** Tries the turn that was played in the game. */
  tryPlayed() {
    if (this.played && this.turn.ours) this.turn.ask(this.played.text.split(","), true, true);
  }

  /** The address of the tree, without the path: `?at=12&moves=e5,f6+(d4)+c3&shown=1`. */
  get query() {
    const [text, number] = textOf(this.root, this.shown);
    const moves = encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",").replaceAll("%3A", ":");
    return `?at=${this.at}&moves=${moves}&shown=${number}`;
  }

  /** @type {(from: Tried, id: CommandId, steps: string[], clicks?: string[]) => Promise<void>} */
  async #ask(from, id, steps, clicks) {
    const answer = await this.#look({ at: this.at, line: lineTo(from), steps, clicks });
    if (from !== this.shown) return;
    const refused = "sentence" in answer;
    this.trouble = refused && (answer.code === "try_again" || answer.code === "unavailable") ? answer.sentence : "";
    if (refused) {
      this.turn.refuse(id, answer.code, answer.sentence);
    } else {
      if (answer.turn) this.#complete.set(answer.preview, answer.turn);
      this.turn.answer(id, answer.preview);
    }
    this.changed();
  }

  /** A whole turn is made. */
  #play() {
    const { shown, turn } = this;
    const made = turn.preview && this.#complete.get(turn.preview);
    if (!made) return;
    const known = shown.next.find(({ ply }) => ply?.text === made.ply.text);
    this.go(known ?? add(shown, made.ply, made.ending));
    this.#screen.made(shown, made.ply);
  }
}

/** Adds a turn after a position. @type {(before: Tried, ply: PlyView, ending: EndingView | null) => Tried} */
function add(before, ply, ending) {
  const tried = { ply, ending, before, next: [], diagram: after(before.diagram, ply.changes, ply.tallies) };
  before.next.push(tried);
  return tried;
}

/** The turns that lead to a position. @param {Tried} tried */
function lineTo(tried) {
  /** @type {string[]} */
  const turns = [];
  for (let at = /** @type {Tried | null} */ (tried); at?.ply; at = at.before) turns.unshift(at.ply.text);
  return turns;
}

/** The last position of the main line after a position. @param {Tried} tried */
export function endOf(tried) {
  let at = tried;
  while (at.next.length > 0) at = at.next[0];
  return at;
}

/** The text of a tree as the server reads it, and the number of a turn in it. @type {(root: Tried, wanted: Tried) => [string, number]} */
export function textOf(root, wanted) {
  /** @type {string[]} */
  const words = [];
  let [count, number] = [0, 0];
  const write = (/** @type {Tried} */ tried, open = "") => {
    count += 1;
    if (tried === wanted) number = count;
    words.push(open + tried.ply?.text);
  };
  const follow = (/** @type {Tried} */ from) => {
    for (let at = from; at.next.length > 0; at = at.next[0]) {
      const [main, ...others] = at.next;
      write(main);
      for (const other of others) {
        write(other, "(");
        follow(other);
        words.push(`${words.pop()})`);
      }
    }
  };
  follow(root);
  return [words.join(" "), number];
}

/** The lines of a tree: one ends where there are several turns to choose from. @type {(root: Tried, at: number) => Line[]} */
export function linesOf(root, at) {
  /** @type {Line[]} */
  const lines = [];
  const follow = (/** @type {Tried} */ from, /** @type {number} */ number, /** @type {number} */ depth, /** @type {Line["turns"]} */ begun) => {
    let turns = begun;
    for (let tried = from; tried.next.length > 0; tried = tried.next[0]) {
      number += 1;
      const [main, ...others] = tried.next;
      turns.push({ tried: main, number });
      if (others.length === 0) continue;
      lines.push({ depth, turns });
      turns = [];
      for (const other of others) follow(other, number, Math.min(depth + 1, DEEPEST), [{ tried: other, number }]);
    }
    if (turns.length > 0) lines.push({ depth, turns });
  };
  follow(root, at, 0, []);
  return lines;
}
