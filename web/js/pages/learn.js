// The page of a first game: lesson by lesson on the real board.

/** @import { ChangeView, LessonView, PlyView } from "../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { Aim } from "../model/aim.js";
import { beats, Player, seen, still } from "../board/animator.js";
import { Board, NO_MARKS } from "../board/board.js";
import { closeUp } from "../board/cells.js";
import { cellsOf, isCell } from "../model/clicks.js";
import { Composer } from "../panels/composer.js";
import { byId, fresh, h } from "../dom.js";
import { Fingers } from "../board/fingers.js";
import { Lessons } from "../model/lessons.js";
import { Loupe } from "../board/loupe.js";
import { newCells, takenCells, touchedCells } from "../board/marks.js";
import { badge } from "../board/picture.js";
import { sayPly, seatWord } from "../sentences/game.js";
import { isOn } from "../panels/settings.js";
import { after } from "../model/timeline.js";

/** How long a wrong turn is looked at before the position goes back (milliseconds). */
const PAUSE = 1_300;

const narrow = matchMedia("(max-width: 34rem)");
const data = byId("lessons-data");
const name = data.dataset.kind ?? "";
/** @type {LessonView[]} */
const views = JSON.parse(data.textContent ?? "");
const items = [...document.querySelectorAll("#lessons > li")];
const lessons = new Lessons(views, attempt, { changed: show, made });
const player = new Player();
let { board, aim, fingers } = table();
/** Each lesson has a board of its own; the panel is always the same one. */
const composer = new Composer(
  lessons,
  {
    get cell() {
      return aim.cell;
    },
    confirm: () => aim.confirm(),
    leave: () => aim.leave(),
  },
  show,
);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** @type {ChangeView[]} what is staged on the screen */
let staged = [];
/** @type {PlyView | null} the turn that was made, while it is looked at */
let shown = null;

begin();

function begin() {
  for (const words of document.querySelectorAll("[data-when]")) {
    words.prepend(h("b", {}, words.getAttribute("data-when") === "solved" ? "Well done." : "Try again."), " ");
  }
  document.body.classList.add("alive");
  document.body.classList.toggle("letters", isOn("letters"));
  window.addEventListener("hashchange", follow);
  follow();
}

/** Goes where the address says: `#3` is the third lesson. */
function follow() {
  const n = /^#(\d{1,2})$/.exec(location.hash)?.[1];
  go(n === undefined ? 0 : Number(n) - 1);
}

/** @type {(n: number, byKey?: boolean) => void} */
function go(n, byKey = false) {
  clearTimeout(pause);
  player.stop();
  shown = null;
  lessons.go(n);
  ({ board, aim, fingers } = table());
  history.replaceState(null, "", `#${lessons.at + 1}`);
  show();
  if (byKey) /** @type {SVGElement | null} */ (board.element.querySelector('[tabindex="0"]'))?.focus();
}

/** The board of the present lesson, with all that touches it. */
function table() {
  const board = new Board(lessons.kind, touch);
  const aim = new Aim(board, choose, show);
  byId("loupe").replaceChildren();
  const fingers = new Fingers(board, aim, new Loupe(byId("loupe"), board), () => {});
  byId("lesson-board").replaceChildren(board.element);
  // Lessons speak of cells by their names: these are never left out.
  board.fit(narrow.matches && closeUp(lessons.kind.layout).named);
  return { board, aim, fingers };
}

/** @type {(lesson: number, steps: string[]) => ReturnType<import("../model/lessons.js").Attempt>} */
async function attempt(lesson, steps) {
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch(`/learn/${name}`, { method: "POST", headers, body: JSON.stringify({ lesson, steps }) });
    const said = await answer.json();
    if (answer.ok || typeof said?.sentence === "string") return said;
  } catch {
    // The line is down, or something else answers for Thicket: it is tried again.
  }
  return { code: "try_again", sentence: "Thicket cannot be reached at the moment. Trying again …" };
}

/** @param {() => void} deed */
function act(deed) {
  deed();
  show();
}

/** As at a table: Enter on the board sends a turn that is whole. @type {(cell: number, byKey: boolean) => void} */
function touch(cell, byKey) {
  const { turn } = lessons;
  if (byKey && turn.ready && turn.preview?.complete) return act(() => turn.send());
  if (byKey) return choose(cell);
  aim.touch(cell, false);
}

/** @param {number} cell */
function choose(cell) {
  act(() => lessons.turn.touch(String(cell)));
}

/** A whole turn is made: it is shown, and then the next lesson waits, or the position goes back. @param {PlyView} ply */
function made(ply) {
  const known = seen(ply.changes, staged);
  const last = touchedCells(ply.changes);
  shown = ply;
  announce(`${sayPly(lessons.kind, lessons.diagram, ply)}.`);
  const before = after(lessons.diagram, ply.changes.slice(0, known));
  const plan = still() ? [] : beats(ply.changes.slice(known));
  player.play(before, plan, (diagram, beat, ahead) => board.show(diagram, { ...NO_MARKS, last, doomed: takenCells(ahead) }, beat), settle);
}

function settle() {
  if (lessons.state === "wrong") pause = setTimeout(back, PAUSE);
  show();
  if (lessons.state === "solved") /** @type {HTMLElement | null} */ (byId("onward").querySelector("a, button"))?.focus();
}

function back() {
  shown = null;
  act(() => lessons.again());
}

/** @param {string} words */
function announce(words) {
  byId("announcer").replaceChildren(h("p", {}, words));
}

function show() {
  items.forEach(showItem);
  showProgress();
  showOnward();
  if (!player.busy) showBoard();
  composer.show();
}

/** @type {(item: Element, n: number) => void} */
function showItem(item, n) {
  item.classList.toggle("shown", n === lessons.at);
  item.classList.toggle("judged", !player.busy && lessons.state !== "open");
  for (const words of item.querySelectorAll("[data-when]")) {
    const said = n === lessons.at && !player.busy && words.getAttribute("data-when") === lessons.state;
    words.classList.toggle("said", said);
  }
}

function showProgress() {
  const { at, count, solved } = lessons;
  fresh(byId("progress"), [at, [...solved]], () => [
    h("span", {}, `${at + 1} of ${count}`),
    h("ol", {}, ...items.map((item, n) => h("li", {}, dot(item, n)))),
  ]);
}

/** @type {(item: Element, n: number) => HTMLElement} */
function dot(item, n) {
  const solved = lessons.solved.has(n);
  const words = `${n + 1}: ${item.querySelector("h2")?.textContent}${solved ? ", solved" : ""}`;
  const click = (/** @type {MouseEvent} */ event) => go(n, event.detail === 0);
  return h("button", {
    type: "button",
    class: solved ? "solved" : "",
    title: words,
    "aria-label": words,
    "aria-current": n === lessons.at && "step",
    click,
  });
}

function showOnward() {
  const { state, next, misses, trouble } = lessons;
  const busy = player.busy;
  fresh(byId("onward"), [state, next, misses > 0, trouble, busy, shown !== null], () => {
    if (trouble) return [trouble];
    if (busy || (state === "wrong" && shown)) return [];
    if (state === "solved") return next === undefined ? farewell() : [onwards(next)];
    return misses > 0 ? [h("button", { type: "button", class: "quiet", click: () => act(() => lessons.solve()) }, "Show me")] : [];
  });
}

/** @param {number} next */
function onwards(next) {
  const click = (/** @type {MouseEvent} */ event) => go(next, event.detail === 0);
  return h("button", { type: "button", class: "strong", click }, "Next");
}

function farewell() {
  return [
    h("a", { class: "button strong", href: `/?game=${name}#name-${name}` }, "Open a table"),
    " ",
    h("a", { class: "button", href: `/rules/${name}` }, "Read all the rules"),
  ];
}

function showBoard() {
  const { turn, diagram } = lessons;
  const preview = turn.preview;
  const last = touchedCells(shown?.changes ?? []);
  staged = turn.steps.length > 0 ? (preview?.changes ?? []) : [];
  const now = shown ? after(diagram, shown.changes, shown.tallies) : after(diagram, staged, preview?.tallies);
  showHoldings(now);
  const targets = cellsOf(turn.level);
  aim.follow(targets);
  fingers.follow(targets.size > 0);
  board.show(now, {
    targets,
    begun: turn.path.length > 0,
    path: new Set(turn.path.filter(isCell).map(Number)),
    staged: newCells(staged),
    doomed: takenCells(preview?.end ?? []),
    last,
  });
}

/** What the learner holds. @param {Diagram} diagram */
function showHoldings(diagram) {
  const { kind, seat } = lessons;
  const counts = diagram.tallies.map((tally) => tally[seat - 1] ?? 0);
  fresh(byId("holdings"), [seat, counts], () => [
    h("div", { class: "who" }, badge(kind, seat), h("b", {}, `You, ${seatWord(kind, seat)}`)),
    h("dl", {}, ...kind.tallies.map((words, n) => h("div", {}, h("dt", {}, words), h("dd", {}, String(counts[n]))))),
  ]);
}
