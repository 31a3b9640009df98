/** @import { ChangeView } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newCells, removedCells, takenCells, touchedCells } from "../js/board/marks.js";
import { cell, piece, put, taken } from "./sample.js";

test("what comes to stand is new, what is captured is taken", () => {
  /** @type {ChangeView[]} */
  const changes = [
    put("a1", 1),
    taken("b1", 2, 1),
    { c: "moved", piece: piece(1), from: cell("a3"), to: cell("c3") },
    { c: "flipped", cell: cell("c1"), from: piece(2), to: piece(1) },
    { c: "removed", cell: cell("a2"), piece: piece(1) },
    { c: "control", cell: cell("b2"), seat: 1 },
  ];
  assert.deepEqual(newCells(changes), new Set(["a1", "c3", "c1"].map(cell)));
  assert.deepEqual(takenCells(changes), new Set([cell("b1")]));
  assert.deepEqual(removedCells(changes), new Set([cell("a2")]));
  assert.deepEqual(touchedCells(changes), new Set(["a1", "c3", "c1", "a3"].map(cell)));
});
