// The chairs of a rematch, which are kept for a while for those who played before. Pure.

/** @import { PlayerId, PlayerView, TableView } from "../../protocol.js" */

/**
 * For whom a free chair is still kept.
 * @type {(table: TableView, chair: number, now: number) => PlayerView | null} `now` in unix milliseconds
 */
export function keptFor({ chairs, kept }, chair, now) {
  if (!kept || now >= kept.until || chairs[chair] !== null) return null;
  return kept.chairs[chair] ?? null;
}

/**
 * The chair that joining takes unless another is picked: our own, else the first that is kept for nobody; -1 if there is none.
 * @type {(table: TableView, you: PlayerId | undefined, now: number) => number}
 */
export function chairToTake(table, you, now) {
  const keeper = table.chairs.map((_, chair) => keptFor(table, chair, now));
  const own = keeper.findIndex((player) => player !== null && player.id === you);
  return own >= 0 ? own : table.chairs.findIndex((player, chair) => player === null && keeper[chair] === null);
}
