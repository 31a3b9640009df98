// The page of a first game: lesson by lesson on the real board.

/** @import { ChangeView, LessonView, PlyView } from "../../protocol.js" */
import { shownAlready } from "../board/animator.js";
import { BoardView } from "../board/board-view.js";
import { closeUp } from "../cells.js";
import { badge } from "../board/picture.js";
import { byId, renderIfChanged, h } from "../dom.js";
import { Lessons } from "../model/lessons.js";
import { startWorker } from "../net/worker.js";
import { Composer } from "../panels/composer.js";
import { seatName } from "../sentences/game.js";
import { describePly } from "../sentences/plies.js";
import { FIRST_GAME, LESSON_UNREACHABLE, lessonOf, lessonTitle, NEXT, OPEN_TABLE, READ_RULES, SHOW_ME, VERDICT, youAre } from "../sentences/lessons.js";
import { remember } from "../storage.js";

/** How long a wrong turn is shown before the position goes back (milliseconds). */
const PAUSE = 1_300;

const narrow = matchMedia("(max-width: 34rem)");
const data = byId("lessons-data");
const kindName = data.dataset.kind ?? "";
/** @type {LessonView[]} */
const views = JSON.parse(data.textContent ?? "");
const items = [...document.querySelectorAll("#lessons > li")];
const lessons = new Lessons(views, attempt, { changed: show, made });
const composer = new Composer(byId("composer"), lessons);
/** Each lesson has a board of its own. */
let board = newBoard();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** @type {ChangeView[]} the staged steps as they are on the screen */
let drawn = [];

begin();

function begin() {
  for (const words of document.querySelectorAll("[data-when]")) {
    words.prepend(h("b", {}, VERDICT[words.getAttribute("data-when") === "solved" ? "solved" : "wrong"]), " ");
  }
  document.body.classList.add("alive");
  window.addEventListener("hashchange", followAddress);
  followAddress();
  startWorker();
}

/** Goes where the address says: `#3` is the third lesson. */
function followAddress() {
  const n = /^#(\d{1,2})$/.exec(location.hash)?.[1];
  go(n === undefined ? 0 : Number(n) - 1);
}

/** @type {(n: number, byKey?: boolean) => void} */
function go(n, byKey = false) {
  clearTimeout(pause);
  board.stop();
  lessons.go(n);
  board = newBoard();
  history.replaceState(null, "", `#${lessons.at + 1}`);
  lessons.changed();
  if (byKey) board.focus();
}

/** The board of the present lesson. */
function newBoard() {
  const view = new BoardView({ board: byId("lesson-board"), loupe: document.getElementById("loupe") }, lessons.kind, lessons.aim);
  // Lessons speak of cells by their names: these are never left out.
  view.fit(narrow.matches && closeUp(lessons.kind.layout).named);
  return view;
}

/** @type {(lesson: number, steps: string[]) => ReturnType<import("../model/lessons.js").Attempt>} */
async function attempt(lesson, steps) {
  const headers = { "Content-Type": "application/json" };
  try {
    const response = await fetch(`/learn/${kindName}`, { method: "POST", headers, body: JSON.stringify({ lesson, steps }) });
    const answer = await response.json();
    if (response.ok || typeof answer?.sentence === "string") return answer;
  } catch {
    // The server cannot be reached, or something else answers in its place: it is tried again.
  }
  return { code: "try_again", sentence: LESSON_UNREACHABLE };
}

/** A whole turn is made: it is shown, and then the next lesson waits, or the position goes back. @param {PlyView} ply */
function made(ply) {
  byId("announcer").replaceChildren(h("p", {}, `${describePly(lessons.kind, lessons.diagram, ply)}.`));
  const moving = board.animate(lessons.diagram, ply.changes, shownAlready(ply.changes, drawn), settle);
  if (!moving) settle();
}

function settle() {
  if (lessons.verdict === "wrong") pause = setTimeout(back, PAUSE);
  lessons.changed();
  if (lessons.verdict === "solved") /** @type {HTMLElement | null} */ (byId("onward").querySelector("a, button"))?.focus();
}

function back() {
  lessons.again();
  lessons.changed();
}

function show() {
  const { state } = lessons;
  items.forEach(showItem);
  showProgress();
  showOnward();
  if (!lessons.made) drawn = state.turn.steps.length > 0 ? (state.turn.preview?.changes ?? []) : [];
  board.show(state);
  showHoldings(state);
  composer.update(state);
}

/** @type {(item: Element, n: number) => void} */
function showItem(item, n) {
  item.classList.toggle("shown", n === lessons.at);
  item.classList.toggle("judged", !board.busy && lessons.verdict !== "open");
  for (const words of item.querySelectorAll("[data-when]")) {
    const said = n === lessons.at && !board.busy && words.getAttribute("data-when") === lessons.verdict;
    words.classList.toggle("said", said);
  }
}

function showProgress() {
  const { at, count, solved } = lessons;
  renderIfChanged(byId("progress"), [at, [...solved]], () => [
    h("span", {}, lessonOf(at + 1, count)),
    h("ol", {}, ...items.map((item, n) => h("li", {}, dot(item, n)))),
  ]);
}

/** @type {(item: Element, n: number) => HTMLElement} */
function dot(item, n) {
  const solved = lessons.solved.has(n);
  const words = lessonTitle(n + 1, item.querySelector("h2")?.textContent ?? "", solved);
  return h("button", {
    type: "button",
    class: solved ? "solved" : "",
    title: words,
    "aria-label": words,
    "aria-current": n === lessons.at && "step",
    click: (/** @type {MouseEvent} */ event) => go(n, event.detail === 0),
  });
}

function showOnward() {
  const { verdict, next, misses, trouble, made } = lessons;
  const { busy } = board;
  renderIfChanged(byId("onward"), [verdict, next, misses > 0, trouble, busy, made !== null], () => {
    if (trouble) return [trouble];
    if (busy || (verdict === "wrong" && made)) return [];
    if (verdict === "solved") return next === undefined ? farewell() : [onwards(next)];
    return misses > 0 ? [h("button", { type: "button", class: "quiet", click: () => lessons.solve() }, SHOW_ME)] : [];
  });
}

/** @param {number} next */
function onwards(next) {
  const click = (/** @type {MouseEvent} */ event) => go(next, event.detail === 0);
  return h("button", { type: "button", class: "strong", click }, NEXT);
}

function farewell() {
  return [
    h(
      "form",
      { method: "post", action: "/bots", submit: guideFirstGame },
      h("input", { type: "hidden", name: "kind", value: kindName }),
      h("input", { type: "hidden", name: "level", value: 1 }),
      h("button", { class: "strong" }, FIRST_GAME),
    ),
    h("a", { class: "button", href: `/?game=${kindName}#name` }, OPEN_TABLE),
    " ",
    h("a", { class: "button", href: `/rules/${kindName}` }, READ_RULES),
  ];
}

/** In the first game, the line for those who play it for the first time is shown again, and a hint at every turn. */
function guideFirstGame() {
  remember(`hint-${kindName}`, "");
  remember("hints", "on");
}

/** What the learner holds. @param {typeof lessons.state} state */
function showHoldings({ kind, seat, drawn }) {
  const counts = drawn.tallies.map((tally) => tally[seat - 1] ?? 0);
  renderIfChanged(byId("holdings"), [seat, counts], () => [
    h("div", { class: "who" }, badge(kind, seat), h("b", {}, youAre(seatName(kind, seat)))),
    h("dl", {}, ...kind.tallies.map((words, n) => h("div", {}, h("dt", {}, words), h("dd", {}, String(counts[n]))))),
  ]);
}
