// Times in words, as server/src/clock_words.rs has them. Pure; all times are milliseconds.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** A clock's face: "9:58", "1:02:03", "6d 4h". @param {number} ms */
export function face(ms) {
  const seconds = Math.floor(Math.max(0, ms) / SECOND);
  const [minutes, second] = [Math.floor(seconds / 60), two(seconds % 60)];
  if (ms >= DAY) return `${Math.floor(ms / DAY)}d ${Math.floor((ms % DAY) / HOUR)}h`;
  return ms >= HOUR ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${second}` : `${minutes}:${second}`;
}

/** @param {number} ms what was given */
export const outageCredited = (ms) => `Thicket was not running for a moment. Nobody lost time, and ${Math.round(ms / SECOND)} seconds were added.`;
