// What is said of the review of a game. Pure.

/** @import { UnderWay } from "../net/review.js" */
import { list, percent } from "./game.js";
import { isolate } from "./page.js";

export const TURNING_POINTS = "Turning points";
export const NO_TURNING_POINTS = "No single turn cost much.";
export const ON_THE_BOARD = "Show on the board";
export const ALL_NUMBERS = "All numbers";
export const CHANCES_TABLE = "Estimated chances of coming first after each turn";
export const TURN = "Turn";
export const AT_START = "Start";
export const RIBBON = "Position in the game, with everybody’s chances";
export const RESULT_HERE = "The game is over here.";
export const THE_BEST = "The strongest bot would have played the same.";
export const TRY_IT = "Try it";

/** What the numbers are. @param {boolean} several whether more than two play */
export const aboutReview = (several) =>
  `Chances of coming first, estimated by the strongest bot; a shared first place counts in part.${
    several ? " The expected place follows from them." : ""
  } Each turn is compared with the best one, looking equally far ahead.`;

/** @type {(ply: number, last: number, several: boolean) => string} */
export function chancesAt(ply, last, several) {
  if (ply === last) return "The result";
  const where = ply === 0 ? "at the start" : `after turn ${ply}`;
  return several ? `Chance of coming first, and expected place, ${where}` : `Chance of winning ${where}`;
}

/** @param {number} place */
export const expectedPlace = (place) => `place ${Number.isInteger(place) ? place : place.toFixed(1)}`;

/** How far a review has come. @param {UnderWay | null} told none: it has just begun */
export function howFar(told) {
  if (!told) return "Looking at the game…";
  if (told.t === "looking") return `Looking at every turn: ${told.done} of ${told.of}`;
  return "Taking a closer look at the turning points…";
}

/** @type {(ply: number, chances: number[], who: (seat: number) => string) => string} */
export function ribbonAt(ply, chances, who) {
  const all = chances.map((chance, index) => `${isolate(who(index + 1))} ${percent(chance)}`);
  return `${ply === 0 ? AT_START : `After turn ${ply}`}: ${list(all)}`;
}

/** @type {(ply: number, name: string, turn: string) => string} */
export const playedTurn = (ply, name, turn) => `${TURN} ${ply}, ${isolate(name)}: ${turn}`;

/** @type {(turn: string, why?: string) => string} */
export const better = (turn, why = "") => `Better: ${turn}${why ? ` – ${why}` : ""}.`;
/** Where no turn was played that it could be better than. @param {string} turn */
export const bestHere = (turn) => `Best here: ${turn}.`;

/** @param {string[]} turns what would follow, each with who plays it */
export const goesOn = (turns) => `Then ${turns.join(", ")}.`;

/** From which difference on it is worth a word, in parts of 1. */
const WORTH_A_WORD = 0.03;

/**
 * What a turn cost against the best one, and who gained most by that where it may be one of several.
 * @type {(seat: number, best: number[], played: number[], who: (seat: number) => string) => string}
 */
export function costOf(seat, best, played, who) {
  const gains = played.map((chance, index) => chance - (best[index] ?? 0));
  const others = gains.map((gain, index) => ({ gain, seat: index + 1 })).filter((other) => other.seat !== seat);
  const most = others.reduce((a, b) => (b.gain > a.gain ? b : a));
  const [from, to] = [best[seat - 1] ?? 0, played[seat - 1] ?? 0];
  if (from - to < WORTH_A_WORD && most.gain < WORTH_A_WORD) return "About as good as the best turn.";
  const own = `${isolate(who(seat))} ${Math.round(from * 100)} → ${percent(to)}.`;
  return others.length > 1 && most.gain >= WORTH_A_WORD ? `${own} Best for ${isolate(who(most.seat))}: +${Math.round(most.gain * 100)}.` : own;
}
