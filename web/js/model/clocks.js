// What clocks show at a moment. Pure; all times are milliseconds.

/** @import { ClocksView, TableView } from "../../protocol.js" */

/** With less than this left a player is warned. */
export const LOW = 30_000;
/** With less than this left a player is warned again. */
export const SHORT = 10_000;

/**
 * A clock at a moment.
 * @typedef {object} Reading
 * @property {number} left
 * @property {"stopped" | "waiting" | "running"} state a clock that is waiting begins to run when its grace period is over
 */

/** @typedef {"" | "low" | "short"} Alarm */

/** @type {(clocks: ClocksView, seat: number, now: number) => Reading} */
export function reading({ left, running }, seat, now) {
  if (running?.seat !== seat) return { left: left[seat - 1] ?? 0, state: "stopped" };
  const { from, deadline } = running;
  return { left: Math.max(0, deadline - Math.max(from, now)), state: now < from ? "waiting" : "running" };
}

/** How urgent it is. @type {(left: number) => Alarm} */
export function alarmOf(left) {
  if (left < SHORT) return "short";
  return left < LOW ? "low" : "";
}

/**
 * The time that each seat has used for its turns up to a ply, for a record: what its clock showed then is not in a record, since
 * outages and turns that were taken back changed it, too. None where there were no clocks, or where they are still known.
 * @type {(table: Pick<TableView, "chairs" | "clock" | "clocks" | "phase" | "plies">, ply: number) => number[] | null}
 */
export function usedTimes({ chairs, clock, clocks, phase, plies }, ply) {
  if (phase !== "over" || !clock || clocks) return null;
  const made = plies.slice(0, ply);
  return chairs.map((_, at) => made.reduce((sum, { seat, spent = 0 }) => sum + (seat === at + 1 ? spent : 0), 0));
}
