// What lists of tables say to people, as server/src/clock_words.rs has it. Pure.

import { DAY, HOUR, MINUTE } from "./clock.js";

/** The title of a page with lists. @type {(turns: number, title: string) => string} */
export const tabCount = (turns, title) => (turns > 0 ? `(${turns}) ${title}` : title);

/** How much time is left, rounded down: "2 days left", "only 47 minutes left". @type {(ms: number, low: boolean) => string} */
export function timeLeftAt(ms, low) {
  if (ms < MINUTE) return "less than a minute left";
  const [unit, name] = ms >= 2 * DAY ? [DAY, "day"] : ms >= 2 * HOUR ? [HOUR, "hour"] : [MINUTE, "minute"];
  const count = Math.floor(ms / unit);
  return `${low ? "only " : ""}${count} ${name}${count === 1 ? "" : "s"} left`;
}
