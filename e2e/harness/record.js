// A game from its record text, and what is the case after each of its turns as the rules' own command tells it.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { BINARY, fixture } from "./places.js";

const COLOURS = { w: "white", r: "red", b: "blue", y: "yellow" };

/** A position text, taken apart. */
export class Position {
  /** @param {string} text */
  constructor(text) {
    const [board, toMove, inPlay, saved, hands] = text.split(" ");
    const numbers = (/** @type {string} */ list) => list.split(",").map(Number);
    this.board = board;
    /** The seat to move; 0 when the game is over. */
    this.toMove = toMove === "-" ? 0 : Number(toMove);
    this.inPlay = [...inPlay].map(Number);
    this.saved = numbers(saved);
    this.hands = numbers(hands);
    this.rows = board.split("/").map((row) => row.replace(/\d+/g, (run) => " ".repeat(Number(run))));
  }

  /** @param {string} square */
  at(square) {
    return this.rows[17 - Number(square.slice(1))]?.[square.charCodeAt(0) - 97] ?? "";
  }

  /** All squares with what is on them. @returns {[string, string][]} */
  get squares() {
    return this.rows.flatMap((row, down) =>
      [...row].map((letter, right) => /** @type {[string, string]} */ ([`${String.fromCharCode(97 + right)}${17 - down}`, letter])),
    );
  }

  /** The bases that are controlled: "d4 red". */
  get control() {
    const bases = this.squares.flatMap(([square, letter]) => (letter === "*" ? [square] : []));
    return bases.flatMap((base) => {
      const [file, rank] = [base.charCodeAt(0), Number(base.slice(1))];
      const sides = [[0, 1], [0, -1], [1, 0], [-1, 0]].map(([dx, dy]) => this.at(`${String.fromCharCode(file + dx)}${rank + dy}`).toLowerCase());
      const colour = COLOURS[/** @type {keyof typeof COLOURS} */ (sides[0])];
      return colour && new Set(sides).size === 1 ? [`${base} ${colour}`] : [];
    }).sort();
  }

  /** What is counted for each seat, by the words on the page. */
  get tallies() {
    return Object.entries(COLOURS).slice(0, this.hands.length).map(([letter, colour], seat) => {
      const captured = this.squares.filter(([, found]) => found === letter.toUpperCase()).length;
      return {
        "in hand": this.hands[seat],
        "in reserve": 20 - captured,
        "saved passes": this.saved[seat],
        bases: this.control.filter((base) => base.endsWith(colour)).length,
        "capture stones": captured,
      };
    });
  }

  /** The squares where `seat` has a capture stone that it had not in a position before. @type {(seat: number, before: Position) => string[]} */
  captured(seat, before) {
    const own = Object.keys(COLOURS)[seat - 1].toUpperCase();
    return this.squares.flatMap(([square, letter]) => (letter === own && before.at(square) !== own ? [square] : []));
  }
}

/** A game of any kind from its record text, traced by the rules' own command. */
export class Traced {
  /** @param {string} text record text */
  constructor(text) {
    this.tags = Object.fromEntries([...text.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, tag, value]) => [tag, value]));
    this.turns = turnsOf(text);
    /** A line for the start, and one for each step. */
    this.lines = trace(this.turns, this.tags);
  }

  /** The text of a game of the fixtures. @param {string} name */
  static text(name) {
    return readFileSync(fixture(name), "utf8");
  }

  /** What is the case after ply `n` and some steps of the next turn. @type {(n: number, steps?: number) => Line} */
  after(n, steps = 0) {
    const played = this.turns.slice(0, n).reduce((sum, turn) => sum + turn.split(",").length, 0);
    return this.lines[played + steps];
  }

  /** Who takes ply `n` (counted from 1). @param {number} n */
  seat(n) {
    const drop = /^drop:(\d)$/.exec(this.turns[n - 1]);
    return Number(drop ? drop[1] : this.after(n - 1).position.split(" ")[1]);
  }
}

/** A game of Bushwhacked, with its positions taken apart. */
export class Game extends Traced {
  positions = Array.from({ length: this.turns.length + 1 }, (_, n) => new Position(this.after(n).position));

  /** A game of the fixtures. @param {string} name */
  static fixture(name) {
    return new Game(Traced.text(name));
  }

  /** The position after ply `n` and some steps that may be others than those of the record. @type {(n: number, steps: string[]) => Position} */
  midTurn(n, steps) {
    const lines = trace([...this.turns.slice(0, n), steps.join(",")], this.tags);
    return new Position(lines.at(-1)?.position ?? "");
  }
}

/** The turns of record text, without tags and numbers. @param {string} text */
export function turnsOf(text) {
  const body = text.replace(/^\[.*\]$/gm, "");
  return body.split(/\s+/).map((token) => token.replace(/^\d+\.+/, "")).filter(Boolean);
}

/** @typedef {{ position: string, legal: string[], ranks: number[] | null }} Line */

/**
 * What the rules' own command says of a game: a line for the start and one for each step.
 * @type {(turns: string[], tags: { [tag in string]?: string }) => Line[]}
 */
export function trace(turns, { Game: kind = "", Seats = "", Variant = "" }) {
  const told = { input: turns.join(" "), encoding: /** @type {"utf8"} */ ("utf8"), maxBuffer: 1 << 26 };
  const { stdout, stderr, status } = spawnSync(BINARY, ["trace", kind, "--seats", Seats, "--variant", Variant], told);
  if (status !== 0) throw new Error(stderr);
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}
