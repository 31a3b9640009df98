// What is said of a hint: the turn, and why. Pure.

/** @import { ChangeView, KindView, PlyView, ReasonView, SuggestionView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { counted, list, pieceName } from "./game.js";
import { isolate } from "./page.js";
import { summarizePly } from "./plies.js";

export const LOOKING_FOR_HINT = "Looking for the best turn…";

/** More reasons than these would not be read. */
const MOST_REASONS = 3;

/** "Try h1 to f3: captures Red's stone on f6 and threatens g7." @type {(kind: KindView, before: Diagram, hint: SuggestionView, who: (seat: number) => string) => string} */
export function hintWords(kind, before, hint, who) {
  const turn = suggestedTurn(kind, hint).replace(/^moves\s/, "");
  const why = reasonsOf(kind, before, hint, who);
  return why ? `Try ${turn}: it ${why}.` : `Try ${turn}: nothing is more urgent.`;
}

/** The turn in short; what it captures is among the reasons. @type {(kind: KindView, suggestion: SuggestionView) => string} */
export function suggestedTurn(kind, { ply, reasons }) {
  const toldApart = reasons.some(({ r }) => r === "captures");
  return possibleTurn(kind, toldApart ? { ...ply, changes: withoutCaptures(ply.changes) } : ply);
}

/** A turn that could be played, in short: "a pass", where one that was played "passes". @type {(kind: KindView, ply: PlyView) => string} */
export const possibleTurn = (kind, ply) => summarizePly(kind, ply).replace(/^passes\b/, "a pass");

/** Why a turn is good; empty if nothing can be said. @type {(kind: KindView, before: Diagram, suggestion: SuggestionView, who: (seat: number) => string) => string} */
export function reasonsOf(kind, before, { reasons }, who) {
  return list(reasons.slice(0, MOST_REASONS).map((reason) => reasonWords(kind, before, reason, who)));
}

/** @type {(kind: KindView, before: Diagram, reason: ReasonView, who: (seat: number) => string) => string} */
function reasonWords(kind, before, reason, who) {
  const pieces = (/** @type {string[]} */ cells) => list(cells.map((cell) => pieceOn(kind, before, cell)));
  const name = (/** @type {number} */ seat) => isolate(who(seat));
  switch (reason.r) {
    case "wins":
      return "wins the game";
    case "stops_win":
      return `keeps ${name(reason.seat)} from winning at once`;
    case "captures":
      return `captures ${pieces(reason.cells)}`;
    case "controls":
      return `takes control of ${list(reason.cells)}`;
    case "promotes":
      return `promotes the piece on ${list(reason.cells)}`;
    case "threatens_win":
      return "threatens to win next turn";
    case "saves":
      return `saves the ${counted(reason.cells.length, "pieces")} on ${list(reason.cells)}`;
    case "threatens":
      return `threatens ${pieces(reason.cells)}`;
    case "builds":
      return `holds ${reason.have} sides of ${reason.cell}`;
    case "blocks":
      return `blocks ${name(reason.seat)} at ${reason.cell}`;
    case "nearer":
      return "shortens the way across";
    case "hinders":
      return `makes ${name(reason.seat)}’s way longer`;
    case "advances":
      return `moves ${reason.rows} ${counted(reason.rows, "rows")} closer`;
    case "joins":
      return `joins the others on ${reason.cell}`;
    case "opens":
      return `opens ${reason.cells} ${counted(reason.cells, "squares")} to play for free`;
    case "saves_pass":
      return `allows ${reason.stones} stones in the next turn`;
  }
}

/** "Red's stone on f6", or just the cell where nothing stood before. @type {(kind: KindView, before: Diagram, cell: string) => string} */
function pieceOn(kind, before, cell) {
  const piece = before.pieces.get(kind.layout.cells.findIndex(({ name }) => name === cell))?.at(-1);
  return piece ? `${pieceName(kind, piece)} on ${cell}` : cell;
}

/** Captures are told apart from the turn, and so is what is put in the place of captured pieces. @param {ChangeView[]} changes */
function withoutCaptures(changes) {
  const taken = new Set(changes.flatMap((change) => (change.c === "taken" ? [change.cell] : [])));
  return changes.filter((change) => change.c !== "taken" && !(change.c === "put" && taken.has(change.cell)));
}
