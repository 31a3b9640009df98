// What the rules say about a game. Nothing is computed here: `thicket trace` plays the turns, and the server's `POST /try`
// tells how a position looks.

/** @import { PieceView, TriedView } from "../../web/protocol.js" */
/** @import { BoardState } from "./page-state.js" */
import { spawnSync } from "node:child_process";
import { BINARY } from "./paths.js";

/** @typedef {{ position: string, legal: string[], ranks: number[] | null }} Line one line of `thicket trace` */
/** @typedef {{ Game: string, Seats: string, Variant?: string, Clock?: string }} Tags which game is played, as record tags say it */

export class Rules {
  /** @type {Map<string, Line>} by the steps played so far */
  #lines = new Map();
  /** @type {Map<string, Promise<BoardState>>} by position text */
  #boards = new Map();

  /**
   * @param {Tags} tags
   * @param {string} url of the server
   */
  constructor(tags, url) {
    this.tags = tags;
    this.url = url;
  }

  /** Traces a whole game at once, so that its positions need no further process. @param {string[]} turns */
  preload(turns) {
    const steps = turns.flatMap((turn) => turn.split(","));
    trace(turns, this.tags).forEach((line, count) => this.#lines.set(steps.slice(0, count).join(), line));
  }

  /** The trace after some turns and the first steps of the next one. @type {(turns: string[], staged?: string[]) => Line} */
  after(turns, staged = []) {
    const played = staged.length > 0 ? [...turns, staged.join()] : turns;
    if (!this.#lines.has(played.join())) this.preload(played);
    return /** @type {Line} */ (this.#lines.get(played.join()));
  }

  /** The seat to move after some turns; NaN when the game is over. @param {string[]} turns */
  toMove(turns) {
    return Number(this.after(turns).position.split(" ")[1]);
  }

  /** What a page has to show there. @type {(turns: string[], staged?: string[]) => Promise<BoardState>} */
  board(turns, staged = []) {
    const { position } = this.after(turns, staged);
    let board = this.#boards.get(position);
    if (!board) this.#boards.set(position, (board = this.#look(position).then(boardState)));
    return board;
  }

  /** The names of the score columns that a result has. */
  async scores() {
    return (await this.#look(this.after([]).position)).kind.scores;
  }

  /** @type {(position: string) => Promise<TriedView>} */
  async #look(position) {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ kind: this.tags.Game, position });
    const response = await fetch(`${this.url}/try`, { method: "POST", headers, body });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${position}: ${answer.sentence}`);
    return answer;
  }
}

/** @type {(turns: string[], tags: Tags) => Line[]} the start, then one line for each step */
function trace(turns, { Game, Seats, Variant = "" }) {
  const options = { input: turns.join(" "), encoding: /** @type {const} */ ("utf8"), maxBuffer: 1 << 26 };
  const { stdout, stderr, status } = spawnSync(BINARY, ["trace", Game, "--seats", Seats, "--variant", Variant], options);
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** @type {(look: TriedView) => BoardState} */
function boardState({ kind, start }) {
  const { cells } = kind.layout;
  const colour = (/** @type {number | null} */ seat) => (seat === null ? "" : kind.colours[seat - 1]);
  const owner = (/** @type {number | null} */ seat) => colour(seat).replace(/^./, (letter) => letter.toUpperCase());
  const words = (/** @type {PieceView} */ { seat, symbol }) => (seat === null ? "" : `${owner(seat)}'s `) + kind.pieces[symbol];
  const piecesOn = (/** @type {number} */ cell) => start.pieces.flatMap(([at, piece]) => (at === cell ? [words(piece)] : []));
  const control = new Map(start.control);
  const label = (/** @type {string} */ name, /** @type {number} */ cell) => {
    const pieces = piecesOn(cell);
    const holder = control.get(cell);
    return [name, ...(pieces.length > 0 ? pieces : ["empty"]), ...(holder ? [`controlled by ${owner(holder)}`] : [])].join(", ");
  };
  return {
    pieces: start.pieces.map(([cell, { symbol, seat, facing }]) => `${cells[cell].name} ${colour(seat) || "neutral"} ${symbol} ${facing ?? "-"}`).sort(),
    control: start.control.map(([cell, seat]) => `${cells[cell].name} ${colour(seat)}`).sort(),
    labels: cells.map(({ name }, cell) => label(name, cell)),
    tallies: kind.colours.map((_, seat) => Object.fromEntries(kind.tallies.map((name, tally) => [name, start.tallies[tally][seat]]))),
  };
}
