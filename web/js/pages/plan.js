// The page where a player plans: turns are tried on the board, and what is planned of them is saved at the server.

/** @import { Planned, PlannedAnswer, PlanningView, PlyView } from "../../protocol.js" */
/** @import { Look, Tried } from "../model/explorer.js" */
import { shownAlready } from "../board/animator.js";
import { BoardView } from "../board/board-view.js";
import { badge } from "../board/picture.js";
import { byId, h, renderIfChanged, setText } from "../dom.js";
import { Explorer, linesOf } from "../model/explorer.js";
import { post, Refused, sentenceOf } from "../net/http.js";
import { Composer } from "../panels/composer.js";
import { PlanCondition } from "../panels/plan-condition.js";
import { stepThroughTree } from "../panels/tree-steps.js";
import { OVER_HERE, turnNumber } from "../sentences/explore.js";
import { CHOOSE_CONDITION, FORGOTTEN, nextTurnIs, NOT_SAVED, NOTHING_PLANNED, notLegalNow, PLAN_THIS, PRESENT } from "../sentences/plan.js";
import { SAVED, turnToAnswer, WITHOUT_ANSWER, YOUR_ANSWER, YOUR_NEXT_TURN } from "../sentences/plan.js";
import { describePly } from "../sentences/plies.js";

const narrow = matchMedia("(max-width: 34rem)");
/** @type {PlanningView} */
const planning = JSON.parse(byId("plan-data").textContent ?? "");
const explored = planning.explored;
/** Whose plan it is. */
const ownSeat = planning.seat;
/** Whether answers are planned, and not the next turn alone. */
const answering = explored.names.length === 2;
const address = `/g/${explored.code}/plan`;
const explorer = new Explorer(explored, look, { changed: show, made });
const composer = new Composer(byId("composer"), explorer, PLAN_THIS);
const board = new BoardView({ board: byId("lesson-board"), loupe: document.getElementById("loupe") }, explored.kind, explorer.aim);
/** @type {PlanCondition | null} */
const condition = answering ? null : new PlanCondition(explorer, planning.planned?.what === "turn" ? planning.planned.cells : [], changedPlan);
/** @type {HTMLButtonElement} */
const removing = byId("remove");
/** @type {HTMLButtonElement} */
const saving = byId("save");
let unsaved = false;

begin();

function begin() {
  const { layout } = explored.kind;
  byId("lesson-board").style.setProperty("--ratio", String(layout.width / layout.height));
  board.fit(narrow.matches);
  // One sits at the same side as at the table.
  board.rotate(layout.rotations[ownSeat - 1] ?? 0);
  narrow.addEventListener("change", () => board.fit(narrow.matches));
  document.body.classList.add("alive");
  if (answering) stepThroughTree(explorer, go);
  removing.addEventListener("click", () => {
    explorer.remove();
    go(explorer.shown);
    changedPlan();
  });
  saving.addEventListener("click", () => void save());
  window.addEventListener("beforeunload", (event) => unsaved && event.preventDefault());
  go(answering ? explorer.root : (explorer.root.next[0] ?? explorer.root));
  const { planned } = planning;
  if (planned?.what === "turn" && explorer.root.next.length === 0) setText(byId("saved"), notLegalNow(planned.turn));
}

/** @type {Look} */
async function look({ at, line, steps, clicks }) {
  try {
    return await post(`${address}/steps`, { at, line, steps, clicks });
  } catch (problem) {
    const code = problem instanceof Refused && problem.code !== "unreachable" ? problem.code : "try_again";
    // The composer waits for the game, which goes on elsewhere.
    if (code === "wrong_turn" || code === "bad_plan") setText(byId("saved"), sentenceOf(problem));
    return { code, sentence: sentenceOf(problem) };
  }
}

/** @param {Tried} tried */
function go(tried) {
  board.stop();
  explorer.go(tried);
  rest();
  explorer.changed();
}

/** After a next turn nothing more is planned. */
function rest() {
  if (!answering && explorer.shown !== explorer.root) explorer.turn.end();
}

/** A turn is planned. An own one takes the place of another one. @type {(before: Tried, ply: PlyView) => void} */
function made(before, ply) {
  if (ply.seat === ownSeat) before.next = [explorer.shown];
  rest();
  byId("announcer").replaceChildren(h("p", {}, `${describePly(explored.kind, before.diagram, ply)}.`));
  board.animate(before.diagram, ply.changes, shownAlready(ply.changes, []));
  changedPlan();
}

/** It has to be saved again. */
function changedPlan() {
  unsaved = true;
  setText(byId("saved"), NOT_SAVED);
}

function show() {
  condition?.update();
  const { state, shown, root } = explorer;
  const present = { drawn: root.diagram, last: [], targets: explorer.aim.targets };
  board.show({ ...(condition?.choosing ? present : state), bound: condition?.cells });
  composer.update(state);
  setText(byId("status"), explorer.trouble || standing());
  if (answering) setText(byId("where"), shown === root ? PRESENT : turnNumber(explorer.at + explorer.line.length));
  removing.hidden = shown === root;
  showLines();
}

function standing() {
  const { toMove, shown } = explorer;
  if (condition?.choosing) return CHOOSE_CONDITION;
  if (!answering) return shown.ply ? nextTurnIs(written(shown.ply)) : YOUR_NEXT_TURN;
  if (shown.ending || toMove === null) return OVER_HERE;
  return toMove === ownSeat ? YOUR_ANSWER : turnToAnswer(explored.names[toMove - 1] ?? "");
}

/** @param {PlyView} ply */
function written(ply) {
  return ply.short ?? ply.text;
}

function showLines() {
  const lines = linesOf(explorer.root, explorer.at);
  const what = [lines.map(({ depth, turns }) => [depth, turns.map(({ tried, number }) => [tried.ply?.text, number])]), explorer.line];
  renderIfChanged(byId("lines"), what, () =>
    lines.length === 0
      ? [h("li", { class: "empty" }, NOTHING_PLANNED)]
      : lines.map(({ depth, turns }) => h("li", { "data-depth": depth }, ...turns.map(({ tried, number }) => entry(tried, number)))),
  );
}

/** @type {(tried: Tried, number: number) => HTMLElement} */
function entry(tried, number) {
  const { ply } = tried;
  const current = tried === explorer.shown ? "true" : undefined;
  const counted = answering ? [h("span", { class: "number" }, `${number}.`), " "] : [];
  const turn = ply ? [badge(explored.kind, ply.seat), ` ${written(ply)}`] : [];
  return h("button", { type: "button", "aria-current": current, click: () => go(tried) }, ...counted, ...turn);
}

/** The answers in the tree; turns of the other without one are left out. @type {(from: Tried) => PlannedAnswer[]} */
function answersAfter(from) {
  return from.next.flatMap((theirs) => {
    const [own] = theirs.next;
    return own ? [{ to: theirs.ply?.text ?? "", play: own.ply?.text ?? "", then: answersAfter(own) }] : [];
  });
}

/** What is planned; none if nothing is. @returns {Planned | null} */
function wholePlan() {
  const { root } = explorer;
  if (answering) {
    const answers = answersAfter(root);
    return answers.length > 0 ? { what: "answers", answers } : null;
  }
  const ply = root.next[0]?.ply;
  return ply ? { what: "turn", turn: ply.text, cells: [...(condition?.cells ?? [])] } : null;
}

/** Whether the tree has a turn of the other without an answer. @param {Tried} tried @returns {boolean} */
function lacksAnswer(tried) {
  return tried.next.some((next) => (next.ply?.seat !== ownSeat && next.next.length === 0) || lacksAnswer(next));
}

async function save() {
  const plan = wholePlan();
  saving.disabled = true;
  try {
    await post(`${address}/save`, { turn: planning.turn, plan });
    unsaved = false;
    const left = answering && lacksAnswer(explorer.root) ? ` ${WITHOUT_ANSWER}` : "";
    setText(byId("saved"), (plan ? SAVED : FORGOTTEN) + left);
  } catch (problem) {
    setText(byId("saved"), sentenceOf(problem));
  }
  saving.disabled = false;
}
