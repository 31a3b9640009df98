// The people at the table: what their seats hold, who is here, whose turn it is.

/** @import { PlayerView } from "./protocol.js" */
/** @import { Table } from "./table.js" */
import { fresh, h } from "./dom.js";
import { badge, colourOf } from "./picture.js";
import { seatWord } from "./say.js";

/**
 * @param {HTMLElement} list
 * @param {Table} table
 * @param {number[][]} tallies what the seats hold in the position that is shown
 */
export function showPlayers(list, table, tallies) {
  if (table.phase === "waiting") return;
  const { chairs, ending } = table.room.table;
  const mover = table.view === null ? table.toMove : null;
  const here = table.room.live?.present ?? null;
  const dropped = [...table.dropped];
  fresh(list, [chairs, ending, mover, here, dropped, tallies, table.chair], () =>
    chairs.map((player, chair) => seatPanel(table, player, chair + 1, { tallies, mover, here })),
  );
}

/**
 * @param {Table} table
 * @param {PlayerView | null} player
 * @param {number} seat
 * @param {{ tallies: number[][], mover: number | null, here: string[] | null }} now
 */
function seatPanel(table, player, seat, { tallies, mover, here }) {
  const { kind } = table;
  const gone = table.dropped.has(seat);
  const away = table.phase === "playing" && here !== null && player !== null && !here.includes(player.id);
  const state = gone ? "left" : seat === mover ? "to move" : away ? "away" : "";
  const names = ["player", colourOf(kind, seat), gone && "dropped", seat === mover && "moving", away && "away"];
  return h(
    "li",
    { class: names.filter(Boolean).join(" "), "data-seat": seat, "aria-current": seat === mover },
    badge(kind, seat),
    h("span", { class: "who" }, h("b", {}, player?.name ?? "…"), ` ${seatWord(kind, seat)}`, ...tags(table, player, seat)),
    h("span", { class: "state" }, state),
    h("dl", { class: "tallies" }, ...kind.tallies.map((name, at) => tally(name, tallies[at]?.[seat - 1] ?? 0))),
  );
}

/** @type {(table: Table, player: PlayerView | null, seat: number) => (Node | string)[]} */
function tags(table, player, seat) {
  const words = [player?.guest && "guest", table.seat === seat && "you"];
  return words.flatMap((word) => (word ? [" ", h("small", { class: `tag ${word}` }, word)] : []));
}

/** @type {(name: string, count: number) => HTMLElement} */
function tally(name, count) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, String(count)));
}

/**
 * How somebody is called in sentences: "Ann".
 * @param {Table} table
 * @param {number} seat
 */
export function nameOf(table, seat) {
  return table.room.table.chairs[seat - 1]?.name ?? seatWord(table.kind, seat);
}

/**
 * @param {HTMLElement} element
 * @param {Table} table
 */
export function showWatchers(element, table) {
  const count = table.room.live?.watchers ?? 0;
  element.textContent = count === 0 ? "" : count === 1 ? "One person looks on." : `${count} people look on.`;
}
