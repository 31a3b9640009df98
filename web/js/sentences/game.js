// What happens on the board, in words: made from the changes alone. Pure.

/** @import { EndingView, KindView, PieceView, SentenceView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { nextCell } from "../cells.js";

/**
 * A seat by its colour: "Red".
 * @param {KindView} kind
 * @param {number} seat
 */
export function seatName(kind, seat) {
  const colour = kind.colours[seat - 1] ?? `seat ${seat}`;
  return colour[0].toUpperCase() + colour.slice(1);
}

/**
 * A list in words: "a, b and c", or with another word between the last two.
 * @type {(words: string[], joint?: string) => string}
 */
export function list(words, joint = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${joint} ${words[words.length - 1]}`;
}

/**
 * A plural as it is, or for a count of one its singular: "base", "saved pass", "man".
 * @type {(count: number, words: string) => string}
 */
export function counted(count, words) {
  return count === 1 ? words.replace(/(ss|sh|ch|x)es$|([^s])s$/, "$1$2").replace(/men$/, "man") : words;
}

/** A chance in words: "54%". @param {number} chance from 0 to 1 */
export const percent = (chance) => `${Math.round(chance * 100)}%`;

/**
 * A piece with its owner: "White's stone".
 * @param {KindView} kind
 * @param {PieceView} piece
 */
export function pieceName(kind, piece) {
  const word = kind.pieces[piece.symbol] ?? piece.symbol;
  return piece.seat === null ? word : `${seatName(kind, piece.seat)}'s ${word}`;
}

/**
 * The cell that a piece points at: " pointing at d5"; nothing if it points nowhere.
 * @type {(kind: KindView, cell: number, piece: PieceView) => string}
 */
export function pointing(kind, cell, { facing }) {
  if (facing === null) return "";
  const angle = (facing * Math.PI) / 180;
  const at = nextCell(kind.layout.cells, cell, [Math.sin(angle), -Math.cos(angle)], 0);
  return at === cell ? "" : ` pointing at ${kind.layout.cells[at].name}`;
}

/**
 * A cell with everything on it: "f6, White's stone".
 * @param {KindView} kind
 * @param {Diagram} diagram
 * @param {number} cell
 */
export function describeCell(kind, diagram, cell) {
  const pieces = (diagram.pieces.get(cell) ?? []).map((piece) => pieceName(kind, piece) + pointing(kind, cell, piece));
  const owner = diagram.control.get(cell);
  const control = owner === undefined ? [] : [`controlled by ${seatName(kind, owner)}`];
  return [kind.layout.cells[cell].name, ...(pieces.length > 0 ? pieces : ["empty"]), ...control].join(", ");
}

/**
 * A sentence of the server with the names of its seats, without its full stop: "Ann wins".
 * @type {(sentence: SentenceView, who: (seat: number) => string) => string}
 */
export const withNames = ({ seats, words }, who) => (seats.length > 0 ? `${list(seats.map(who))} ${words}` : words);

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];
const COUNTS = ["no", "one", "two", "three", "four", "five", "six"];

/**
 * How a game ended for whoever played a seat: "You won", "You came second of four".
 * @type {(ending: Pick<EndingView, "ranks">, seat: number) => string}
 */
export function describeOwnEnding({ ranks }, seat) {
  const rank = ranks[seat - 1];
  const share = ranks.filter((other) => other === rank).length;
  if (share === ranks.length) return "A draw";
  if (rank === 1) return share === 1 ? "You won" : "You share first place";
  if (ranks.length === 2) return "You lost";
  return `You came ${PLACES[rank - 1]} of ${COUNTS[ranks.length]}`;
}
