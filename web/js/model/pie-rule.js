// The pie rule: who may take the side that has opened, and who has.

/** @import { TableView } from "../../protocol.js" */

/** How many turns came from another game. @param {TableView} table */
const copiedTurns = ({ from }) => from?.turn ?? 0;

/**
 * Whether the player to move may take the side that has just played the first turn.
 * @param {TableView} table
 */
export function maySwapSides(table) {
  const [first, ...more] = table.plies.slice(copiedTurns(table));
  const isFirst = first !== undefined && more.length === 0 && first.to_move !== first.seat;
  return table.pie_rule === true && table.chairs.length === 2 && table.sides_swapped !== true && table.phase === "playing" && isFirst;
}

/**
 * Whether a ply was played by whoever holds the other seat now: they swapped sides after it.
 * @type {(table: TableView, at: number) => boolean} `at` counts from 0
 */
export const isBeforeSwap = (table, at) => table.sides_swapped === true && at === copiedTurns(table);
