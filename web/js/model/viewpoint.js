// What is looked at on the board of a table: a position, from one side, perhaps with a suggestion. Touches no screen.

/** @import { ChangeView, KindView, TableView } from "../../protocol.js" */
/** @import { TurnState } from "./turn.js" */
import { droppedSeats, toMove, toMoveAfter } from "./room.js";
import { staged, Timeline } from "./timeline.js";

/** @typedef {Map<number, ChangeView[]>} Turns what turns change, by the ply of the position */

export class Viewpoint {
  timeline = new Timeline();
  /** @type {number | null} none: the newest ply, as the game goes on */
  shownPly = null;
  #repeated = 0;
  /** @type {number | null} none until the game begins: then our own seat is at the bottom */
  #rotation = null;
  /** The seat on this device for which the board was rotated last. */
  bottom = 0;
  /** The turns that are shown on the board as suggestions, and those to compare: each by the ply of its position, and for which turn of the table. */
  #suggested = { turn: -1, turns: /** @type {Turns} */ (new Map()), compared: /** @type {Turns} */ (new Map()) };
  /** The turns that are marked together: those after a ply, until there is another turn. */
  #marked = { after: 0, until: 0 };
  #kind;
  #table;
  #changed;

  /**
   * @param {KindView} kind
   * @param {() => TableView} table as it is now
   * @param {() => void} changed called after something else is looked at
   */
  constructor(kind, table, changed) {
    this.#kind = kind;
    this.#table = table;
    this.#changed = changed;
  }

  /** The ply whose position is on the screen; 0 is the start. */
  get ply() {
    return this.shownPly ?? this.#table().plies.length;
  }

  /** The ways in which the board can be rotated. */
  get rotations() {
    return [...new Set([0, ...this.#kind.layout.rotations])];
  }

  /** What is to be shown, with a turn that is composed in the newest position. @param {TurnState} turn */
  stateWith(turn) {
    const { shownPly, ply } = this;
    const table = this.#table();
    const diagram = this.timeline.at(table, ply);
    return {
      ...{ shownPly, ply, diagram, repeated: this.#repeated },
      shownToMove: shownPly === null ? toMove(table) : toMoveAfter(table, ply),
      dropped: droppedSeats(table, ply),
      drawn: shownPly === null ? staged(diagram, turn) : diagram,
      last: this.#lastChanges(table, ply),
      suggested: (this.#suggested.turn === table.turn && this.#suggested.turns.get(ply)) || [],
      compared: (this.#suggested.turn === table.turn && this.#suggested.compared.get(ply)) || [],
      rotation: this.#rotation ?? 0,
    };
  }

  /** Shows the position after ply `n`; the newest one is followed as the game goes on. @param {number} n */
  goTo(n) {
    this.shownPly = Math.max(0, n);
    this.followTable();
    this.#changed();
  }

  /** The table has changed: the ply that is looked at may be its newest now, or be no more. */
  followTable() {
    if (this.shownPly !== null && this.shownPly >= this.#table().plies.length) this.shownPly = null;
  }

  /** What the last turn changed, or all of those that are marked. @type {(table: TableView, ply: number) => ChangeView[]} */
  #lastChanges({ plies }, ply) {
    const { after, until } = this.#marked;
    return plies.slice(until === ply && after < ply ? after : Math.max(0, ply - 1), ply).flatMap(({ changes }) => changes);
  }

  /** Marks all turns after this ply, until the game goes on. @param {number} after */
  markSince(after) {
    this.#marked = { after, until: this.#table().plies.length };
    this.#changed();
  }

  /** Shows the newest turn once more. */
  repeatLatest() {
    this.shownPly = null;
    this.#repeated += 1;
    this.#changed();
  }

  /** Shows what turns would change, each in its position, until the game goes on. @type {(turns: Turns, compared?: Turns) => void} */
  suggest(turns, compared = new Map()) {
    this.#suggested = { turn: this.#table().turn, turns, compared };
    this.#changed();
  }

  /** The players have changed seats: whoever has not rotated the board sees it from their new side. */
  changeSides() {
    if (this.#rotation === (this.#kind.layout.rotations[this.bottom - 1] ?? 0)) this.#rotation = null;
  }

  /** Puts a seat at the bottom of the screen, once or whenever it is another. @type {(seat: number, follow: boolean) => void} */
  orient(seat, follow) {
    if (this.#rotation !== null && !(follow && this.bottom !== seat)) return;
    this.bottom = seat;
    this.#rotation = this.#kind.layout.rotations[seat - 1] ?? 0;
  }

  /** Rotates the board to its next way. */
  rotate() {
    const { rotations } = this;
    this.#rotation = rotations[(rotations.indexOf(this.#rotation ?? 0) + 1) % rotations.length];
    this.#changed();
  }
}
