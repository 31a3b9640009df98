/** @import { Diagram } from "../js/model/timeline.js" */
/** @import { ChangeView, PlyView } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, describeCell, list, withNames } from "../js/sentences/game.js";
import { describeEffects, describePly, summarizePly } from "../js/sentences/plies.js";
import { after, diagramOf } from "../js/model/timeline.js";
import { cell, kind, piece, ply, put, table, taken } from "./sample.js";

const start = diagramOf(table().start);
/** @type {(before: Diagram, turn: PlyView) => string} */
const describe = (before, turn) => describePly(kind(), before, turn);
/** @type {(name: string, seat: number | null) => ChangeView} */
const control = (name, seat) => ({ c: "control", cell: cell(name), seat });

test("stones that are put down", () => {
  assert.equal(describe(start, ply(2, "a1", [put("a1", 2)])), "Red plays a1");
  assert.equal(
    describe(
      start,
      ply(
        1,
        "a1,a2,a3",
        ["a1", "a2", "a3"].map((at) => put(at, 1)),
      ),
    ),
    "White plays a1, a2 and a3",
  );
});

test("captures and control: a piece put in the place of a captured one goes without saying", () => {
  const changes = [put("a1", 2), taken("c1", 1, 2), put("c1", 2, "capture"), control("b2", 2)];
  const words = "Red plays a1, captures White's stone on c1; Red controls the base on b2";
  assert.equal(describe(start, ply(2, "a1", changes)), words);
});

test("several captures are said together", () => {
  const changes = [put("a1", 2), taken("c1", 1, 2), put("c1", 2, "capture"), taken("c2", 1, 2), put("c2", 2, "capture")];
  assert.equal(describe(start, ply(2, "a1", changes)), "Red plays a1, captures White's stone on c1 and c2");
});

test("control that is lost names who had it", () => {
  const held = after(start, [control("b2", 1)]);
  assert.equal(describe(held, ply(2, "a1", [put("a1", 2), control("b2", null)])), "Red plays a1; White loses the base on b2");
});

test("turns that the server has words for, and drops", () => {
  const pass = { ...ply(2, "pass", []), words: "passes" };
  assert.equal(describe(start, pass), "Red passes");
  const changes = [taken("a1", 1, 2), put("a1", 2, "capture")];
  assert.equal(describe(start, { ...pass, changes }), "Red passes, captures White's stone on a1");
  /** @type {ChangeView[]} */
  const given = ["b1", "c1"].map((name) => ({ c: "removed", cell: cell(name), piece: piece(2, "capture") }));
  const trade = { ...ply(2, "xa1,-b1,-c1", [...given, ...changes]), words: "trades b1, c1 for a1" };
  assert.equal(describe(start, trade), "Red trades b1, c1 for a1", "what was traded for is not said twice");
  assert.equal(describe(start, ply(2, "drop:2", [])), "Red leaves the game");
});

test("a turn in short, after the player's name", () => {
  const changes = [put("a1", 2), put("a2", 2), taken("c1", 1, 2), put("c1", 2, "capture")];
  assert.equal(summarizePly(kind(), ply(2, "a1,a2", changes)), "a1 and a2, captures c1");
  assert.equal(summarizePly(kind(), { ...ply(2, "pass", []), words: "passes" }), "passes");
  assert.equal(summarizePly(kind(), ply(2, "a1-a2", [moved("a1", "a2"), taken("a3", 1, 2)])), "moves a1 to a2, captures a3");
  assert.equal(summarizePly(kind(), ply(2, "drop:2", [])), "left the game");
});

test("moves, flips and removals", () => {
  /** @type {ChangeView[]} */
  const changes = [
    { c: "moved", piece: piece(1), from: cell("a1"), to: cell("a2") },
    { c: "flipped", cell: cell("a2"), from: piece(1), to: piece(1, "capture") },
    { c: "removed", cell: cell("c1"), piece: piece(1, "capture") },
  ];
  const words = "White moves a1 to a2, turns White's stone on a2 into a capture stone, removes White's capture stone from c1";
  assert.equal(describe(start, ply(1, "x", changes)), words);
});

/** @type {(from: string, to: string, seat?: number) => ChangeView} */
const moved = (from, to, seat = 1) => ({ c: "moved", piece: piece(seat), from: cell(from), to: cell(to) });

test("the legs of one piece's way are said together", () => {
  const legs = [moved("a1", "a2"), moved("a2", "b2"), moved("b2", "c3")];
  assert.equal(describe(start, ply(1, "x", legs)), "White moves a1 to a2 to b2 to c3");
  const round = [moved("a1", "a2"), moved("a2", "a1")];
  assert.equal(describe(start, ply(1, "x", round)), "White moves a1 to a2 to a1");
});

test("several pieces that move are said together, each with its way", () => {
  const changes = [moved("a1", "a2"), moved("a2", "a3"), moved("b1", "b2"), moved("c1", "c2"), moved("c2", "c3")];
  assert.equal(describe(start, ply(1, "x", changes)), "White moves a1 to a2 to a3, b1 to b2 and c1 to c2 to c3");
});

test("a long capture: the way first, then all that it took", () => {
  /** @type {ChangeView} */
  const king = { c: "taken", cell: cell("b3"), piece: piece(2, "capture"), by: 1 };
  const changes = [moved("a1", "a2"), moved("a2", "a3"), taken("b1", 2, 1), king, taken("b2", 2, 1)];
  const words = "White moves a1 to a2 to a3, captures Red's stone on b1 and b2, captures Red's capture stone on b3";
  assert.equal(describe(start, ply(1, "x", changes)), words);
});

test("what a turn would do besides", () => {
  const changes = [put("a1", 2), taken("c1", 1, 2), put("c1", 2, "capture"), control("b2", 2)];
  const words = "Red captures White's stone on c1; Red controls the base on b2";
  assert.equal(describeEffects(kind(), start, changes, 2), words);
  assert.equal(describeEffects(kind(), start, [put("a1", 2)], 2), "");
});

test("cells by name, with what is on them", () => {
  const held = after(start, [put("a1", 1), control("b2", 2)]);
  assert.equal(describeCell(kind(), held, cell("a1")), "a1, White's stone");
  assert.equal(describeCell(kind(), held, cell("a2")), "a2, empty");
  assert.equal(describeCell(kind(), held, cell("b2")), "b2, base, controlled by Red");
});

test("a sentence of the server begins with the names of its seats", () => {
  const who = (/** @type {number} */ seat) => ["Ann", "Ben", "Cy"][seat - 1];
  assert.equal(withNames({ seats: [2], words: "wins" }, who), "Ben wins");
  assert.equal(withNames({ seats: [1, 2], words: "share first place" }, who), "Ann and Ben share first place");
  assert.equal(withNames({ seats: [], words: "A draw" }, who), "A draw");
  assert.equal(list(["a"]), "a");
});

test("one thing has no plural", () => {
  assert.deepEqual(
    ["in hand", "bases", "saved passes", "capture stones", "boxes", "men"].map((words) => counted(1, words)),
    ["in hand", "base", "saved pass", "capture stone", "box", "man"],
  );
  assert.equal(counted(2, "bases"), "bases");
  assert.equal(counted(0, "bases"), "bases");
});
