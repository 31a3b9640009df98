// The page of a position for practice: the best turn is looked for on the board, and shown to whoever asks for it.

/** @import { ChangeView, PlyView, PracticeView } from "../../protocol.js" */
import { shownAlready } from "../board/animator.js";
import { BoardView } from "../board/board-view.js";
import { closeUp } from "../cells.js";
import { byId, renderIfChanged, h } from "../dom.js";
import { Lessons } from "../model/lessons.js";
import { Composer } from "../panels/composer.js";
import { seatName } from "../sentences/game.js";
import { reasonsOf, suggestedTurn } from "../sentences/hints.js";
import { describePly, summarizePly } from "../sentences/plies.js";
import { answerIs, FOUND, MISSED, ONE_TURN, PRACTICE_UNREACHABLE } from "../sentences/practice.js";
import { goesOn } from "../sentences/review.js";

/** How long a wrong turn is shown before the position goes back (milliseconds). */
const PAUSE = 1_300;

const narrow = matchMedia("(max-width: 34rem)");
/** @type {PracticeView} */
const view = JSON.parse(byId("practice-data").textContent ?? "");
const kind = view.lesson.kind;
const practice = new Lessons([view.lesson], attempt, { changed: show, made });
const composer = new Composer(byId("composer"), practice);
const board = new BoardView({ board: byId("lesson-board"), loupe: document.getElementById("loupe") }, kind, practice.aim);
/** Whether the answer is shown, without having been found. */
let answered = new URLSearchParams(location.search).has("answer");
/** @type {ChangeView[]} the staged steps as they are on the screen */
let drawn = [];

begin();

function begin() {
  const { layout } = kind;
  byId("lesson-board").style.setProperty("--ratio", String(layout.width / layout.height));
  fit();
  narrow.addEventListener("change", fit);
  document.body.classList.add("alive");
  byId("answer").addEventListener("click", answer);
  practice.go(0);
  practice.changed();
}

function fit() {
  // Reasons speak of cells by their names: these are not left out.
  board.fit(narrow.matches && closeUp(kind.layout).named);
}

function answer() {
  answered = true;
  history.replaceState(null, "", "?answer=1");
  practice.changed();
  byId("game").focus();
}

/** @type {(lesson: number, steps: string[]) => ReturnType<import("../model/lessons.js").Attempt>} */
async function attempt(_, steps) {
  const headers = { "Content-Type": "application/json" };
  try {
    const response = await fetch(`/practice/${view.id}`, { method: "POST", headers, body: JSON.stringify({ steps }) });
    const told = await response.json();
    if (response.ok || typeof told?.sentence === "string") return told;
  } catch {
    // The server cannot be reached, or something else answers in its place: it is tried again.
  }
  return { code: "try_again", sentence: PRACTICE_UNREACHABLE };
}

/** A whole turn is made: it is shown, and the position goes back unless it is the best one. @param {PlyView} ply */
function made(ply) {
  byId("announcer").replaceChildren(h("p", {}, `${describePly(kind, practice.diagram, ply)}.`));
  const moving = board.animate(practice.diagram, ply.changes, shownAlready(ply.changes, drawn), settle);
  if (!moving) settle();
}

function settle() {
  if (practice.verdict === "wrong") setTimeout(back, PAUSE);
  practice.changed();
  if (practice.verdict === "solved") byId("game").focus();
}

function back() {
  practice.again();
  practice.changed();
}

function show() {
  const { state, made, verdict } = practice;
  if (!made) drawn = state.turn.steps.length > 0 ? (state.turn.preview?.changes ?? []) : [];
  board.show({ ...state, suggested: answered && !made ? view.best.ply.changes : [] });
  composer.update(state);
  const solved = verdict === "solved" && !board.busy;
  byId("answer").hidden = answered || solved;
  byId("game").hidden = byId("explore").hidden = !(answered || solved);
  showVerdict(solved);
}

/** @param {boolean} solved */
function showVerdict(solved) {
  const missed = practice.verdict === "wrong" && !board.busy;
  renderIfChanged(byId("verdict"), [solved, missed, answered, practice.trouble], () => {
    if (practice.trouble) return [h("p", {}, practice.trouble)];
    if (solved) return [h("p", { class: "found" }, h("b", {}, FOUND), " ", answerWords())];
    if (missed) return [h("p", { class: "missed" }, h("b", {}, MISSED), ...(answered ? [" ", answerWords()] : []))];
    return [h("p", {}, answered ? answerWords() : ONE_TURN)];
  });
}

/** The best turn, why it is good, and how it goes on. */
function answerWords() {
  const { best } = view;
  const who = (/** @type {number} */ seat) => seatName(kind, seat);
  const words = answerIs(suggestedTurn(kind, best), reasonsOf(kind, practice.diagram, best, who));
  const line = best.line.map((ply) => `${who(ply.seat)} ${summarizePly(kind, ply)}`);
  return line.length > 0 ? `${words} ${goesOn(line)}` : words;
}
