// Who plays on this device: the player of this browser, and those who were added here. Pure.

/** @import { PlayerView, TableView } from "../../protocol.js" */

/** Whether a player plays on this device. @type {(you: PlayerView | null, player: PlayerView | null) => boolean} */
export const isHere = (you, player) => you !== null && player !== null && (player.id === you.id || player.companion_of === you.id);

/** The chairs of those who play here, from 0. @type {(table: TableView, you: PlayerView | null) => number[]} */
export const chairsHere = ({ chairs }, you) => chairs.flatMap((player, at) => (isHere(you, player) ? [at] : []));

/**
 * The seat that this device acts for: the one to move if it is here, else the one here that moves next. One that has left the
 * game only if all here have; 0 if none is here.
 * @type {(here: number[], toMove: number | null, dropped: Set<number>, count: number) => number}
 */
export function seatHere(here, toMove, dropped, count) {
  const inPlay = here.filter((seat) => !dropped.has(seat));
  const wait = (/** @type {number} */ seat) => (seat - (toMove ?? 1) + count) % count;
  const [next] = (inPlay.length > 0 ? inPlay : here).toSorted((a, b) => wait(a) - wait(b));
  return next ?? 0;
}
