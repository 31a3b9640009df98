// The people at the table: what their seats hold, who is here, whose turn it is.

/** @import { PlayerView } from "../protocol.js" */
/** @import { Place } from "../model/sides.js" */
/** @import { Table } from "../model/session.js" */
import { fresh, h, svg } from "../dom.js";
import { badge, colourOf } from "../board/picture.js";
import { counted, seatWord } from "../sentences/game.js";
import { placesOf } from "../model/sides.js";

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
  fresh(list, [chairs, table.chair, places], () => {
    list.dataset.seats = String(chairs.length);
    const stage = /** @type {HTMLElement} */ (list.parentElement);
    stage.dataset.flanks = String(places.some(({ side }) => side === "left" || side === "right"));
    return chairs.map((player, chair) => seatPanel(table, player, chair + 1, places[chair]));
  });
  for (const panel of /** @type {Iterable<HTMLElement>} */ (list.children)) {
    const seat = Number(panel.dataset.seat);
    const player = chairs[seat - 1];
    const away = table.phase === "playing" && here !== null && player !== null && !here.includes(player.id);
    showState(panel, { gone: table.dropped.has(seat), moving: ending === null && seat === mover, away });
    showTallies(panel, table, tallies);
  }
}

/** @type {(table: Table, player: PlayerView | null, seat: number, place: Place) => HTMLElement} */
function seatPanel(table, player, seat, place) {
  const { kind } = table;
  const panel = h(
    "li",
    { class: `player ${colourOf(kind, seat)} ${place.side}${table.seat === seat ? " own" : ""}`, "data-seat": seat },
    badge(kind, seat),
    h("span", { class: "who" }, h("b", {}, player?.name ?? "…"), " ", about(table, player, seat)),
    h("span", { class: "state" }),
    h("dl", { class: "tallies" }, ...kind.tallies.map(tally)),
  );
  panel.style.setProperty("--at", String(place.at));
  panel.style.setProperty("--of", String(place.of));
  return panel;
}

/** @type {(panel: HTMLElement, now: { gone: boolean, moving: boolean, away: boolean }) => void} */
function showState(panel, { gone, moving, away }) {
  const words = gone ? "left" : moving ? "to move" : away ? "away" : "";
  const state = /** @type {HTMLElement} */ (panel.querySelector(".state"));
  if (state.textContent !== words) state.textContent = words;
  panel.classList.toggle("dropped", gone);
  panel.classList.toggle("moving", moving);
  panel.classList.toggle("away", away);
  if (panel.getAttribute("aria-current") !== String(moving)) panel.setAttribute("aria-current", String(moving));
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
