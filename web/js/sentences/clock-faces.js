// What is said of clocks during a game, and of the times of turns. Pure; all times are milliseconds.

import { DAY, face, HOUR, MINUTE, SECOND, two } from "./clock.js";

/** With tenths of a second, for a clock that runs out. @param {number} ms */
export const fineFace = (ms) => `0:${two(Math.floor(ms / SECOND))}.${Math.floor((ms % SECOND) / 100)}`;

/** How long a turn took: "4 s", "1:05", "2 h 5 min", "3d 4h". @param {number} ms */
export function took(ms) {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  return ms < HOUR || ms >= DAY ? face(ms) : `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
}

/** @param {string} shown what the clock shows */
export const timeLeft = (shown) => `${shown} left`;
/** @param {string} time */
export const timeUsed = (time) => `${time} used`;
/** @param {string} when */
export const runsFrom = (when) => `the clock runs from ${when}`;
/** @param {string} when */
export const backAt = (when) => `back from a holiday ${when}`;
/** @param {number} seconds */
export const secondsLeft = (seconds) => `Less than ${seconds} seconds left.`;
