// Whose turn it is, on the page and in the title of its tab; and how the line is.

/** @import { Table } from "../model/session.js" */
import { nameOf } from "./players.js";
import { list, sayEnding, seatWord } from "../sentences/game.js";

/**
 * The state of the table in one sentence.
 * @param {Table} table
 */
export function statusWords(table) {
  const { ending, chairs } = table.room.table;
  if (ending) return `${sayEnding(ending, (seat) => nameOf(table, seat))}.`;
  if (table.phase === "waiting") {
    const free = chairs.filter((player) => player === null).length;
    if (free > 0) return free === 1 ? "One chair is free." : `${free} chairs are free.`;
    return "All chairs are taken. The game starts when everybody is here.";
  }
  const mover = table.toMove ?? 0;
  if (mover === table.seat) return `Your turn, ${seatWord(table.kind, mover)}.`;
  return `${nameOf(table, mover)}, ${seatWord(table.kind, mover)}, is to move.`;
}

/**
 * Who offers a draw, if anybody does: their offers stand until the next turn.
 * @param {Table} table
 */
export function offerWords(table) {
  if (table.phase !== "playing") return "";
  const { offers } = table.room.table;
  const others = offers.filter((seat) => seat !== table.seat).map((seat) => nameOf(table, seat));
  const ours = offers.length > others.length;
  const words = others.length === 0 ? "" : `${list(others)} ${others.length > 1 ? "offer" : "offers"} a draw.`;
  return ours ? `${words} You offer a draw: it stands until the next turn.`.trim() : words;
}

/** @param {Table} table */
export function titleWords(table) {
  const mine = table.phase === "playing" && table.toMove === table.seat;
  return `${mine ? "● Your turn" : statusWords(table).replace(/\.$/, "")} – ${table.kind.title} – Thicket`;
}
