// What somebody at a table is called in a sentence. Pure.

/** @import { KindView, TableView } from "../../protocol.js" */
import { seatName } from "../sentences/game.js";

/** @type {(table: { kind: KindView, table: TableView }, seat: number) => string} the player's name, or else the colour */
export function playerName({ kind, table }, seat) {
  return table.chairs[seat - 1]?.name ?? seatName(kind, seat);
}
