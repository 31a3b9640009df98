// How a turn leaves: at once, after a time to undo it, or when it is confirmed.
/** @import { PreviewView } from "../protocol.js" */
/** @import { Manner } from "../js/model/turn.js" */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Turn, UNDO_TIME } from "../js/model/turn.js";
import { cell, previewOf, put } from "./sample.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

const CLICKS = { [cell("a1")]: "a1", [cell("c1")]: "c1", pass: "pass" };
const A1 = String(cell("a1"));

/** A turn that is begun; `answer` is what the server says to the last question. @param {Manner} manner */
function begun(manner) {
  /** @type {any[]} */
  const sent = [];
  let changed = 0;
  const turn = new Turn(
    { ask: (question) => sent.push(question), play: (turn) => sent.push({ t: "play", ...turn }) },
    { manner: (costs) => (costs ? "confirm" : manner), changed: () => (changed += 1) },
  );
  const answer = (/** @type {Partial<PreviewView>} */ preview) => turn.answer(sent.findLast(({ t }) => t === "preview").id, previewOf(preview));
  turn.begin(0);
  answer({ clicks: CLICKS });
  const played = () => sent.filter(({ t }) => t === "play").map(({ steps }) => steps);
  return { turn, sent, answer, played, changes: () => changed };
}

test("a turn waits two seconds before it is sent, and the screen is told when it is", () => {
  const { turn, answer, played, changes } = begun("undo");
  turn.touch(A1);
  answer({ complete: true, changes: [put("a1", 1)] });
  assert.ok(turn.leaving && !turn.sent);
  mock.timers.tick(UNDO_TIME - 1);
  assert.deepEqual(played(), []);
  mock.timers.tick(1);
  assert.deepEqual(played(), [["a1"]]);
  assert.ok(turn.sent && !turn.leaving && changes() === 1);
});

test("while it waits it can be undone, or sent at once", () => {
  const { turn, answer, played } = begun("undo");
  turn.touch(A1);
  answer({ complete: true });
  turn.takeBack();
  answer({ clicks: CLICKS });
  mock.timers.tick(UNDO_TIME);
  assert.deepEqual([played(), turn.steps], [[], []]);
  turn.touch("pass");
  answer({ complete: true });
  assert.ok(turn.leaving, "a button waits as well");
  turn.flush();
  assert.deepEqual(played(), [["pass"]]);
  mock.timers.tick(UNDO_TIME);
  assert.equal(played().length, 1, "it is sent once");
});

test("typed steps wait in the same way", () => {
  const { turn, answer, played } = begun("undo");
  turn.type("c1", ["pass"]);
  answer({ complete: true });
  assert.ok(turn.leaving);
  mock.timers.tick(UNDO_TIME);
  assert.deepEqual(played(), [["c1"]]);
});

test("a lost connection does not keep the turn from leaving, and a change of the table does", () => {
  const { turn, answer, played } = begun("undo");
  turn.touch(A1);
  answer({ complete: true });
  turn.resume();
  turn.begin(0);
  assert.ok(turn.leaving, "the same position again");
  turn.begin(1);
  assert.ok(!turn.leaving);
  answer({ complete: true });
  mock.timers.tick(UNDO_TIME);
  assert.deepEqual([played(), turn.steps], [[], ["a1"]], "it is kept, and not sent by itself");
});

test("a click that was confirmed does not wait", () => {
  for (const manner of /** @type {Manner[]} */ (["undo", "confirm"])) {
    const { turn, answer, played } = begun(manner);
    turn.touch(A1, true);
    answer({ complete: true });
    assert.deepEqual(played(), [["a1"]]);
  }
});

test("where moves are confirmed, nothing leaves without it", () => {
  const { turn, answer, played } = begun("confirm");
  turn.touch(A1);
  answer({ complete: true });
  mock.timers.tick(10 * UNDO_TIME);
  assert.deepEqual([played(), turn.leaving], [[], false]);
  turn.send();
  assert.deepEqual(played(), [["a1"]]);
});

test("what costs something is confirmed in every manner", () => {
  for (const manner of /** @type {Manner[]} */ (["at-once", "undo", "confirm"])) {
    const { turn, answer, played } = begun(manner);
    turn.touch(A1, true);
    answer({ complete: true, cost: "You pay 2 tokens." });
    mock.timers.tick(10 * UNDO_TIME);
    assert.deepEqual(played(), []);
    turn.send();
    assert.deepEqual(played(), [["a1"]]);
  }
});

test("the button that finishes the turn sends it at once", () => {
  const { turn, answer, played } = begun("undo");
  turn.ask(["a1"]);
  const guide = { ...previewOf().guide, finish: /** @type {[string, string]} */ (["end", "Send 1 stone"]) };
  answer({ clicks: { end: "end", [cell("c1")]: "c1" }, guide });
  turn.touch("end");
  answer({ complete: true });
  assert.deepEqual(played(), [["a1", "end"]]);
});

test("a touch that leads nowhere asks why, and shows the answer", () => {
  const { turn, sent } = begun("undo");
  turn.touch(String(cell("b2")));
  const { id, steps, clicks } = sent.at(-1);
  assert.deepEqual([steps, clicks], [[], [String(cell("b2"))]]);
  assert.ok(turn.refuse(id, "illegal_step", "b2 is a base."));
  assert.equal(turn.problem, "b2 is a base.");
  turn.touch(A1);
  assert.equal(turn.problem, "", "until something else is touched");
});

test("where only buttons are offered, a touch on the board repeats what is asked for", () => {
  const { turn, answer, sent } = begun("undo");
  turn.ask([]);
  answer({ clicks: { pass: "pass" }, guide: { ...previewOf().guide, asks: ["Choose the size."] } });
  const before = sent.length;
  turn.touch(A1);
  assert.deepEqual([turn.problem, sent.length], ["Choose the size.", before]);
});

test("a step that waits for the server can be taken back", () => {
  const { turn, sent, answer, played } = begun("at-once");
  turn.touch(A1);
  assert.ok(turn.asking);
  turn.takeBack();
  assert.deepEqual([turn.asking, turn.path], [false, []]);
  answer({ complete: true });
  assert.deepEqual([played(), turn.steps], [[], []], "the late answer says nothing");
  const questions = sent.length;
  turn.resume();
  assert.equal(sent.length, questions, "nothing is asked again");
});
