// What is said of the review of a game. Pure.

import { percent } from "./game.js";
import { isolate } from "./page.js";

export const TURNING_POINTS = "Turning points";
export const NO_TURNING_POINTS = "No single turn changed much.";
export const BEST_TURNS = "Best turns here";
export const NOTHING_TO_PLAY = "The game is over here.";
export const ON_THE_BOARD = "Show on the board";
export const PLAYED = "played";
export const ALL_NUMBERS = "All numbers";
export const CHANCES_TABLE = "Estimated chances after each turn";
export const TURN = "Turn";
export const AT_START = "Start";
export const RIBBON = "Estimated chances over the game. The same numbers are in the table below.";
export const ABOUT_REVIEW = "Estimated by the strongest bot. A turn costs its player what the chances fell by.";
/** @param {number} ply */
export const positionAfter = (ply) => (ply === 0 ? "Chances at the start" : `Chances after turn ${ply}`);

/** How much was gained or lost. @param {number} gain */
const inPercent = (gain) => percent(Math.abs(gain));

/** From which change on it is worth a word, in parts of 1. */
const WORTH_A_WORD = 0.03;

/**
 * What a turn changed, and who profited or lost most of the others where there are several.
 * @type {(seat: number, gains: number[], who: (seat: number) => string) => string}
 */
export function whatItChanged(seat, gains, who) {
  const own = gains[seat - 1] ?? 0;
  const others = gains.map((gain, index) => ({ gain, seat: index + 1 })).filter((other) => other.seat !== seat);
  const [most, least] = [others.reduce((a, b) => (b.gain > a.gain ? b : a)), others.reduce((a, b) => (b.gain < a.gain ? b : a))];
  const name = (/** @type {number} */ place) => isolate(who(place));
  if (own <= -WORTH_A_WORD) {
    return `costs ${name(seat)} ${inPercent(own)}${others.length > 1 ? `; ${name(most.seat)} profits most, by ${inPercent(most.gain)}` : ""}`;
  }
  if (own >= WORTH_A_WORD) {
    return `brings ${name(seat)} ${inPercent(own)}${others.length > 1 ? `; ${name(least.seat)} loses most, ${inPercent(least.gain)}` : ""}`;
  }
  if (others.length > 1 && most.gain >= WORTH_A_WORD) {
    return `${name(most.seat)} gains ${inPercent(most.gain)}, ${name(least.seat)} loses ${inPercent(least.gain)}`;
  }
  return "changes little";
}
