// A turn of two steps that both turn pieces over, and pieces that point: shown and described from the changes alone.
/** @import { ChangeView, PieceView } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { animationSteps, shownAlready } from "../js/board/animator.js";
import { describeCell } from "../js/sentences/game.js";
import { describePly } from "../js/sentences/plies.js";
import { after, diagramOf } from "../js/model/timeline.js";
import { cell, kind, piece, ply } from "./sample.js";

const small = { ...kind(), pieces: { token: "token", pawn: "pawn", large: "large pyramid", root: "root" } };
/** @type {(name: string, seat: number) => [number, PieceView]} */
const token = (name, seat) => [cell(name), piece(seat, "token")];
const start = diagramOf({ pieces: [token("a1", 1), [cell("a1"), piece(1, "pawn")], token("b1", 2), token("a2", 1)], control: [], tallies: [] });
/** @type {ChangeView} */
const put = { c: "put", cell: cell("b2"), piece: piece(1, "token") };
/** @type {(name: string, from: number) => ChangeView} */
const flip = (name, from) => ({ c: "flipped", cell: cell(name), from: piece(from, "token"), to: piece(3 - from, "token") });
/** @type {ChangeView} */
const move = { c: "moved", piece: piece(1, "pawn"), from: cell("a1"), to: cell("c1") };
const changes = [put, flip("b1", 2), flip("a2", 1), move, flip("b1", 1)];

test("a step is a step, and all that it turns over is one more", () => {
  assert.deepEqual(
    animationSteps(changes).map((step) => step.map((change) => change.c)),
    [["put"], ["flipped", "flipped"], ["moved"], ["flipped"]],
  );
});

test("what was staged step by step is not shown again", () => {
  assert.equal(shownAlready(changes, changes.slice(0, 3)), 3);
  assert.equal(shownAlready(changes, changes), 5);
});

test("what is flipped twice is what it was, and the pawn has left its token behind", () => {
  const then = after(start, changes);
  assert.deepEqual(then.pieces.get(cell("b1")), [piece(2, "token")]);
  assert.deepEqual(then.pieces.get(cell("a1")), [piece(1, "token")]);
  assert.deepEqual(then.pieces.get(cell("c1")), [piece(1, "pawn")]);
  assert.deepEqual(start.pieces.get(cell("b1")), [piece(2, "token")], "the diagram before stays as it is");
});

test("both steps are described in their order", () => {
  const said = describePly(small, start, ply(1, "b2,a1-c1", changes));
  const order = ["plays b2", "turns over", "moves a1 to c1", "turns over"].map((words, at, all) => said.indexOf(words, at === 3 ? said.indexOf(all[2]) : 0));
  assert.ok(
    order.every((place, at) => place > (order[at - 1] ?? -1)),
    said,
  );
  assert.match(said, /Red's token on b1/);
  assert.match(said, /White's token on a2/);
});

test("a piece that points says at what, when it is laid and where it lies", () => {
  const large = { symbol: "large", seat: 2, facing: 90 };
  /** @type {ChangeView[]} */
  const laid = [{ c: "put", cell: cell("a1"), piece: large }];
  const empty = diagramOf({ pieces: [[cell("b1"), piece(0, "root")]], control: [], tallies: [] });
  assert.equal(describePly(small, empty, ply(2, "La1>b1", laid)), "Red plays a large pyramid on a1 pointing at b1");
  assert.equal(describeCell(small, after(empty, laid), cell("a1")), "a1, Red's large pyramid pointing at b1");
  const up = after(empty, [{ c: "put", cell: cell("a1"), piece: { ...large, facing: 0 } }]);
  assert.equal(describeCell(small, up, cell("a1")), "a1, Red's large pyramid pointing at a2");
  assert.equal(describeCell(small, up, cell("b1")), "b1, root");
});
