/** @import { EvaluationView, LessonView, PlyView } from "../protocol.js" */
/** @import { Refusal } from "../js/model/lessons.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Lessons } from "../js/model/lessons.js";
import { cell, kind, piece, previewOf, put, taken } from "./sample.js";

const CLICKS = { [cell("a1")]: "a1", [cell("c1")]: "c1", pass: "pass" };

/** What the server says of some steps: one stone is a whole turn; on a1 it captures, and that is the goal. @type {(lesson: number, steps: string[]) => EvaluationView | Refusal} */
function judge(_, steps) {
  const none = previewOf({ clicks: CLICKS });
  if (steps.length === 0) return { preview: none, reached: false };
  if (steps[0] === "b2") return { code: "illegal_step", sentence: "b2: a base stands there." };
  const changes = steps[0] === "a1" ? [put("a1", 1), taken("c3", 2, 1)] : [];
  return { preview: { ...none, changes, complete: true, clicks: {} }, reached: steps[0] === "a1" };
}

/** @type {() => LessonView} */
const lesson = () => ({
  kind: kind(),
  start: { pieces: [[cell("c3"), piece(2)]], control: [], tallies: [[9, 9]] },
  seat: 1,
  solution: ["a1"],
});

/** Three lessons, and what they told the screen. */
async function begun(answer = judge) {
  /** @type {{ changed: number, made: PlyView[], asked: [number, string[]][] }} */
  const told = { changed: 0, made: [], asked: [] };
  const attempt = async (/** @type {number} */ n, /** @type {string[]} */ steps) => {
    told.asked.push([n, steps]);
    return answer(n, steps);
  };
  const screen = { changed: () => (told.changed += 1), made: (/** @type {PlyView} */ ply) => told.made.push(ply) };
  const lessons = new Lessons([lesson(), lesson(), lesson()], attempt, screen);
  lessons.go(0);
  await settled();
  return { lessons, told };
}

const settled = () => new Promise((go) => setImmediate(go));

test("a lesson begins with what can be touched", async () => {
  const { lessons, told } = await begun();
  assert.deepEqual(told.asked, [[0, []]]);
  assert.deepEqual(Object.keys(lessons.turn.level).sort(), Object.keys(CLICKS).sort());
  assert.ok(lessons.turn.ours);
  assert.equal(told.changed, 1);
});

test("a turn that reaches the goal solves the lesson", async () => {
  const { lessons, told } = await begun();
  lessons.turn.touch(String(cell("a1")));
  await settled();
  assert.equal(lessons.verdict, "solved");
  assert.ok(!lessons.turn.ours);
  const [ply] = told.made;
  assert.deepEqual([ply.seat, ply.text, ply.changes.length], [1, "a1", 2]);
  assert.deepEqual([...lessons.solved], [0]);
  assert.equal(lessons.next, 1);
});

test("another turn is missed, the position goes back, and it can be tried again", async () => {
  const { lessons, told } = await begun();
  lessons.turn.touch("pass");
  await settled();
  assert.equal(lessons.verdict, "wrong");
  assert.equal(lessons.misses, 1);
  assert.equal(told.made.length, 1);
  assert.deepEqual([...lessons.solved], []);
  lessons.again();
  await settled();
  assert.deepEqual(lessons.turn.steps, []);
  assert.ok(lessons.turn.ours);
  assert.equal(lessons.verdict, "wrong", "the verdict stays until the next turn");
  lessons.solve();
  await settled();
  assert.equal(lessons.verdict, "solved");
});

test("a step that is not legal is told, and nothing is made", async () => {
  const { lessons, told } = await begun();
  lessons.turn.type("b2", ["pass"]);
  await settled();
  assert.equal(lessons.turn.problem, "b2: a base stands there.");
  assert.equal(lessons.verdict, "open");
  assert.deepEqual(told.made, []);
});

test("that the server cannot be reached is said until it can", async () => {
  let down = true;
  const { lessons } = await begun((n, steps) => (down ? { code: "try_again", sentence: "No connection." } : judge(n, steps)));
  assert.equal(lessons.trouble, "No connection.");
  down = false;
  lessons.again();
  await settled();
  assert.equal(lessons.trouble, "");
  assert.ok(lessons.turn.ready);
});

test("an answer for a lesson that was left says nothing", async () => {
  const { lessons, told } = await begun();
  lessons.turn.touch(String(cell("a1")));
  lessons.go(1);
  await settled();
  assert.equal(lessons.at, 1);
  assert.equal(lessons.verdict, "open");
  assert.deepEqual(told.made, []);
  assert.deepEqual([...lessons.solved], []);
});

test("the next lesson is the next that is not solved, round to the first", async () => {
  const { lessons } = await begun();
  for (const n of [2, 1]) {
    lessons.go(n);
    await settled();
    lessons.turn.touch(String(cell("a1")));
    await settled();
  }
  assert.equal(lessons.next, 0);
  lessons.go(99);
  assert.equal(lessons.at, 2);
  lessons.solved.add(0);
  assert.equal(lessons.next, undefined);
});
