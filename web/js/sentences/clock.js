// Times in words, as server/src/clock_words.rs has them. Pure; all times are milliseconds.

/** @import { ClockTermsView } from "../../protocol.js" */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** A clock's face: "9:58", "1:02:03", "6d 4h". @param {number} ms */
export function face(ms) {
  const seconds = Math.floor(Math.max(0, ms) / SECOND);
  const [minutes, second] = [Math.floor(seconds / 60), two(seconds % 60)];
  if (ms >= DAY) return `${Math.floor(ms / DAY)}d ${Math.floor((ms % DAY) / HOUR)}h`;
  return ms >= HOUR ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${second}` : `${minutes}:${second}`;
}

/** The same with tenths of a second, for a clock that runs out. @param {number} ms */
export const fineFace = (ms) => `0:${two(Math.floor(ms / SECOND))}.${Math.floor((ms % SECOND) / 100)}`;

/** How long a turn took: "4 s", "1:05", "2 h 5 min", "3d 4h". @param {number} ms */
export function took(ms) {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  return ms < HOUR || ms >= DAY ? face(ms) : `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
}

const countOf = (/** @type {number} */ count, /** @type {string} */ unit) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** How much time the seats have, in short: "10+10", "7 days + 12 h". @param {ClockTermsView} terms */
export function shortClock({ bank, increment, cap }) {
  if (cap !== null) return `${countOf(bank / DAY, "day")} + ${increment / HOUR} h`;
  return `${bank % MINUTE === 0 ? bank / MINUTE : face(bank)}+${increment / SECOND}`;
}

/** A length of time in words, in the largest unit that divides it: "90 seconds", "2 days". @param {number} ms */
function amount(ms) {
  const [size, unit] = [[DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"], [SECOND, "second"]].find(([size]) => ms >= Number(size) && ms % Number(size) === 0) ?? [SECOND, "second"];
  return countOf(Math.floor(ms / Number(size)), String(unit));
}

/** The same in sentences. @param {ClockTermsView} terms */
export function longClock({ bank, increment, cap, grace }) {
  const more = increment > 0 ? `, and ${amount(increment)} more after each turn` : "";
  const most = cap !== null ? `, up to ${amount(cap)}` : "";
  const rest = grace !== null ? ` A clock begins to run ${amount(grace)} after the turn before.` : "";
  return `Each player has ${amount(bank)}${more}${most}.${rest}`;
}

/** @param {string} shown what the clock shows */
export const timeLeft = (shown) => `${shown} left`;
/** @param {string} when */
export const runsFrom = (when) => `the clock runs from ${when}`;
/** @param {number} seconds */
export const secondsLeft = (seconds) => `Less than ${seconds} seconds left.`;
/** @param {number} ms what was given */
export const outageCredited = (ms) => `Thicket was not running for a moment. Nobody lost time, and ${Math.round(ms / SECOND)} seconds were added.`;
