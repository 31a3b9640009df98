// How the game ended.

/** @import { EndingView } from "../protocol.js" */
/** @import { Table } from "../model/session.js" */
import { fresh, h } from "../dom.js";
import { badge } from "../board/picture.js";
import { nameOf } from "./players.js";
import { sayEnding } from "../sentences/game.js";

/** @type {{ [reason in EndingView["reason"]]: string }} */
const REASONS = { rules: "The game ended by its rules.", resignation: "All others have left the game.", agreement: "The players agreed on a draw." };

/**
 * @param {HTMLElement} element
 * @param {Table} table
 */
export function showResult(element, table) {
  const { ending } = table.room.table;
  element.hidden = ending === null;
  if (ending === null) return;
  fresh(element, ending, () => [
    h("h2", {}, sayEnding(ending, (seat) => nameOf(table, seat))),
    h("p", {}, REASONS[ending.reason]),
    h("table", {}, head(table), h("tbody", {}, ...order(ending).map((seat) => row(table, ending, seat)))),
  ]);
}

/** The seats from the first place to the last. @param {EndingView} ending */
function order(ending) {
  const seats = ending.ranks.map((_, index) => index + 1);
  return seats.sort((a, b) => ending.ranks[a - 1] - ending.ranks[b - 1]);
}

/** @param {Table} table */
function head(table) {
  const scores = table.kind.scores.map((name) => h("th", { scope: "col" }, name));
  return h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Player"), ...scores));
}

/** @type {(table: Table, ending: EndingView, seat: number) => HTMLElement} */
function row(table, ending, seat) {
  const scores = (ending.scores[seat - 1] ?? []).map((score) => h("td", {}, String(score)));
  const who = h("th", { scope: "row" }, badge(table.kind, seat), ` ${nameOf(table, seat)}`);
  return h("tr", {}, h("td", {}, `${ending.ranks[seat - 1]}.`), who, ...scores);
}
