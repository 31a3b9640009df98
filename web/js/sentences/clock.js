// Times in words, as server/src/clock_words.rs has them. Pure; all times are milliseconds.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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

/** @param {string} shown what the clock shows */
export const timeLeft = (shown) => `${shown} left`;
/** @param {string} when */
export const runsFrom = (when) => `the clock runs from ${when}`;
/** @param {number} seconds */
export const secondsLeft = (seconds) => `Less than ${seconds} seconds left.`;
/** @param {number} ms what was given */
export const outageCredited = (ms) => `Thicket was not running for a moment. Nobody lost time, and ${Math.round(ms / SECOND)} seconds were added.`;
