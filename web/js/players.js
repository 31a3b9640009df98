// The people at the table: what their seats hold, who is here, whose turn it is.

/** @import { PlayerView } from "./protocol.js" */
/** @import { Place } from "./sides.js" */
/** @import { Table } from "./table.js" */
import { fresh, h, svg } from "./dom.js";
import { badge, colourOf } from "./picture.js";
import { counted, seatWord } from "./say.js";
import { placesOf } from "./sides.js";

/**
 * @param {HTMLElement} list
 * @param {Table} table
 * @param {number[][]} tallies what the seats hold in the position that is shown
 * @param {number} turned by how many degrees the board is turned
 */
export function showPlayers(list, table, tallies, turned) {
  if (table.phase === "waiting") return;
  const { chairs, ending } = table.room.table;
  const mover = table.view === null ? table.toMove : null;
  const here = table.room.live?.present ?? null;
  const places = placesOf(table.kind.layout.turned, turned, table.seat);
  const made = fresh(list, [chairs, ending, mover, here, [...table.dropped], table.chair, places], () =>
    chairs.map((player, chair) => seatPanel(table, player, chair + 1, { place: places[chair], mover, here })),
  );
  if (made) list.dataset.seats = String(chairs.length);
  for (const item of list.children) showTallies(/** @type {HTMLElement} */ (item), table, tallies);
}

/**
 * @param {Table} table
 * @param {PlayerView | null} player
 * @param {number} seat
 * @param {{ place: Place, mover: number | null, here: string[] | null }} now
 */
function seatPanel(table, player, seat, { place, mover, here }) {
  const { kind } = table;
  const gone = table.dropped.has(seat);
  const away = table.phase === "playing" && here !== null && player !== null && !here.includes(player.id);
  const state = gone ? "left" : seat === mover ? "to move" : away ? "away" : "";
  const names = ["player", colourOf(kind, seat), place.side, gone && "dropped", seat === mover && "moving", away && "away"];
  const panel = h(
    "li",
    { class: names.filter(Boolean).join(" "), "data-seat": seat, "aria-current": seat === mover },
    badge(kind, seat),
    h("span", { class: "who" }, h("b", {}, player?.name ?? "…"), " ", about(table, player, seat)),
    h("span", { class: "state" }, state),
    h("dl", { class: "tallies" }, ...kind.tallies.map(tally)),
  );
  panel.style.setProperty("--at", String(place.at));
  panel.style.setProperty("--of", String(place.of));
  return panel;
}

/** Colour, and what else there is to say: "Red · guest · you". @type {(table: Table, player: PlayerView | null, seat: number) => HTMLElement} */
function about(table, player, seat) {
  const words = [player?.guest && "guest", table.seat === seat && "you"];
  const tags = words.flatMap((word) => (word ? [" ", h("small", { class: `tag ${word}` }, word)] : []));
  return h("span", { class: "colour" }, seatWord(table.kind, seat), ...tags);
}

/** A number with a small picture, if the game has one for it, and its word. @param {string} name */
function tally(name) {
  const id = `tally-${name.replaceAll(" ", "-")}`;
  const drawn = document.getElementById(id) !== null;
  const picture = svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#${id}`, x: -0.5, y: -0.5, width: 1, height: 1 }));
  return h("div", { class: drawn ? "drawn" : "" }, h("dt", { class: "unseen" }, name), ...(drawn ? [picture] : []), h("dd", {}));
}

/** @type {(panel: HTMLElement, table: Table, tallies: number[][]) => void} */
function showTallies(panel, table, tallies) {
  const seat = Number(panel.dataset.seat);
  panel.querySelectorAll(".tallies > div").forEach((item, at) => {
    const count = tallies[at]?.[seat - 1] ?? 0;
    const number = /** @type {HTMLElement} */ (item.querySelector("dd"));
    if (number.textContent === String(count)) return;
    number.textContent = String(count);
    number.dataset.words = ` ${counted(count, table.kind.tallies[at])}`;
    item.setAttribute("title", `${count}${number.dataset.words}`);
  });
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
  const words = count === 0 ? "" : count === 1 ? "One person looks on." : `${count} people look on.`;
  if (element.textContent !== words) element.textContent = words;
}
