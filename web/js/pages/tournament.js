// Pages of tournaments: times as the reader's clock shows them, the time zone of a new one, and what happens while one looks on.

import { keepingFocus } from "../dom.js";
import { get } from "../net/http.js";
import { fetchChanged } from "../net/lists.js";
import { showTimes } from "./reader-times.js";

/** How often is asked whether something has happened (milliseconds). */
const LOOK_EVERY = 10_000;
/** How often whoever waits in an arena asks for their table, which comes at any time (milliseconds). */
const ASK_EVERY = 2_000;
/** How often they ask before they look at everything. */
const ASKED_BEFORE_LOOK = LOOK_EVERY / ASK_EVERY;

/** How often boards were asked for anew: the number makes an address of its own, which a browser asks the server about. */
let looks = 0;

showTimes(document);
fillStarts(document);
const tournament = document.getElementById("tournament");
if (tournament) void follow(tournament);

/** Forms for a start have the time zone of the reader, and the start as it is by their clock. @param {ParentNode} shown */
function fillStarts(shown) {
  for (const zone of /** @type {NodeListOf<HTMLInputElement>} */ (shown.querySelectorAll("input[name=zone]"))) {
    if (zone.value) continue;
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const fields = zone.closest(".start");
    const day = /** @type {HTMLInputElement | null} */ (fields?.querySelector("input[data-at]"));
    const time = /** @type {HTMLInputElement | null} */ (fields?.querySelector("input[name=time]"));
    if (!day || !time) continue;
    const at = new Date(day.dataset.at ?? "");
    const [hours, minutes] = [at.getHours(), at.getMinutes()].map(twoDigits);
    day.value = [at.getFullYear(), ...[at.getMonth() + 1, at.getDate()].map(twoDigits)].join("-");
    time.value = `${hours}:${minutes}`;
  }
}

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, "0");
}

/** @param {HTMLElement} shown */
async function follow(shown) {
  for (let asked = 1; ; asked += 1) {
    const isArena = "arena" in shown.dataset;
    await new Promise((resolve) => setTimeout(resolve, isArena ? ASK_EVERY : LOOK_EVERY));
    if (isArena) await goToTable(shown);
    if (!isArena || asked % ASKED_BEFORE_LOOK === 0) await look(shown);
  }
}

/** Whoever waits in an arena plays at once. @param {HTMLElement} shown */
async function goToTable(shown) {
  if (document.hidden || isBusy(shown) || !shown.querySelector("#waits")) return;
  // What fails is asked again in a moment.
  const { code } = await get(`${location.pathname}/own-table`).catch(() => ({}));
  if (code) location.assign(`/g/${code}`);
}

/** @param {HTMLElement} shown */
async function look(shown) {
  if (document.hidden || isBusy(shown) || !("follows" in shown.dataset)) return;
  const now = await fetchChanged(location.pathname, shown.id, shown.dataset.tag ?? "");
  if (now && !isBusy(shown)) {
    showTimes(now);
    fillStarts(now);
    keepingFocus(shown, () => shown.replaceChildren(...now.childNodes));
    for (const name of ["follows", "tag", "arena"]) delete shown.dataset[name];
    Object.assign(shown.dataset, now.dataset);
  }
  showBoards(shown);
}

/** Whether somebody types something there, or has unfolded a form. @param {HTMLElement} shown */
function isBusy(shown) {
  const active = document.activeElement;
  const types = active instanceof HTMLInputElement || active instanceof HTMLSelectElement;
  return (types && shown.contains(active)) || shown.querySelector("details[open]") !== null;
}

/** Boards of games that go on, where they are in sight. @param {HTMLElement} shown */
function showBoards(shown) {
  looks += 1;
  for (const board of /** @type {NodeListOf<HTMLImageElement>} */ (shown.querySelectorAll(".played img"))) {
    const { top, bottom } = board.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) board.src = `${board.src.split("#")[0]}#${looks}`;
  }
}
