// The terms of clocks in words, as server/src/clock_words.rs has them. Pure; all times are milliseconds.

/** @import { ClockTermsView } from "../../protocol.js" */
import { DAY, face, HOUR, MINUTE, SECOND } from "./clock.js";

const countOf = (/** @type {number} */ count, /** @type {string} */ unit) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** How much time the seats have, in short: "10+10", "7 days + 12 h". @param {ClockTermsView} terms */
export function shortClock({ bank, increment, cap }) {
  if (cap !== null) return `${countOf(bank / DAY, "day")} + ${increment / HOUR} h`;
  return `${bank % MINUTE === 0 ? bank / MINUTE : face(bank)}+${increment / SECOND}`;
}

/** A length of time in words, in the largest unit that divides it: "90 seconds", "2 days". @param {number} ms */
function amount(ms) {
  const [size, unit] = [
    [DAY, "day"],
    [HOUR, "hour"],
    [MINUTE, "minute"],
    [SECOND, "second"],
  ].find(([size]) => ms >= Number(size) && ms % Number(size) === 0) ?? [SECOND, "second"];
  return countOf(Math.floor(ms / Number(size)), String(unit));
}

/** The same in sentences. @param {ClockTermsView} terms */
export function longClock({ bank, increment, cap, grace }) {
  const more = increment > 0 ? `, and ${amount(increment)} more after each turn` : "";
  const most = cap !== null ? `, up to ${amount(cap)}` : "";
  const rest = grace !== null ? ` A clock begins to run ${amount(grace)} after the turn before.` : "";
  return `Each player has ${amount(bank)}${more}${most}.${rest}`;
}
