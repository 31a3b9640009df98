/** @import { Diagram } from "../js/model/timeline.js" */
/** @import { PieceView } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { after, diagramOf, Timeline } from "../js/model/timeline.js";
import { cell, piece, ply, put, table, taken } from "./sample.js";

/** @type {(diagram: Diagram, name: string) => PieceView[]} */
const on = (diagram, name) => diagram.pieces.get(cell(name)) ?? [];

test("every kind of change does what it says", () => {
  const start = diagramOf(table().start);
  const put1 = after(start, [put("a1", 1), put("c1", 2)]);
  const took = after(put1, [taken("c1", 2, 1), put("c1", 1, "capture")]);
  assert.deepEqual(on(took, "c1"), [piece(1, "capture")]);
  const moved = after(took, [{ c: "moved", piece: piece(1), from: cell("a1"), to: cell("a3") }]);
  assert.deepEqual(on(moved, "a1"), []);
  assert.deepEqual(on(moved, "a3"), [piece(1)]);
  const flipped = after(moved, [{ c: "flipped", cell: cell("a3"), from: piece(1), to: piece(1, "king") }]);
  assert.deepEqual(on(flipped, "a3"), [piece(1, "king")]);
  const gone = after(flipped, [{ c: "removed", cell: cell("c1"), piece: piece(1, "capture") }]);
  assert.equal(gone.pieces.has(cell("c1")), false);
  const held = after(gone, [{ c: "control", cell: cell("b2"), seat: 1 }]);
  assert.equal(held.control.get(cell("b2")), 1);
  assert.equal(after(held, [{ c: "control", cell: cell("b2"), seat: null }]).control.size, 0);
  assert.deepEqual(on(start, "a1"), [], "earlier diagrams stay as they were");
});

test("stacks keep their order, and the topmost of equals is taken", () => {
  const start = after(diagramOf(table().start), [put("a1", 1), put("a1", 2), put("a1", 1)]);
  const took = after(start, [taken("a1", 1, 2)]);
  assert.deepEqual(on(took, "a1"), [piece(1), piece(2)]);
});

test("the position after each ply, also as the game goes on, and for a table sent anew", () => {
  const timeline = new Timeline();
  const plies = [ply(1, "a1", [put("a1", 1)]), ply(2, "c1", [put("c1", 2)])];
  const game = table({ plies });
  assert.deepEqual(on(timeline.at(game, 2), "c1"), [piece(2)]);
  assert.deepEqual(on(timeline.at(game, 1), "c1"), []);
  assert.equal(timeline.at(game, 0).pieces.size, 1);
  const on3 = { ...game, plies: [...plies, ply(1, "a2", [put("a2", 1)])] };
  assert.deepEqual(on(timeline.at(on3, 3), "a2"), [piece(1)]);
  const other = table({ plies: [ply(1, "b1", [put("b1", 1)])] });
  assert.deepEqual(on(timeline.at(other, 1), "a1"), []);
  assert.deepEqual(on(timeline.at(other, 1), "b1"), [piece(1)]);
});

test("what the seats hold comes with each ply", () => {
  const timeline = new Timeline();
  const game = table({ plies: [{ ...ply(1, "a1", [put("a1", 1)]), tallies: [[8, 9]] }] });
  assert.deepEqual(timeline.at(game, 0).tallies, [[9, 9]]);
  assert.deepEqual(timeline.at(game, 1).tallies, [[8, 9]]);
});
