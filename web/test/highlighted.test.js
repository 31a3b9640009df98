import assert from "node:assert/strict";
import { test } from "node:test";
import { highlighted } from "../js/board/marks.js";
import { piece } from "./sample.js";

/** Nine cells: White stands on 5 and 6, Red on 7, and on 8 there is what nobody owns. */
const pieces = new Map([
  [5, [piece(1)]],
  [6, [piece(2), piece(1)]],
  [7, [piece(2)]],
  [8, [piece(0, "base")]],
]);
/** @type {(...all: number[]) => Set<number>} */
const cells = (...all) => new Set(all);
const marked = (/** @type {Set<number>} */ targets, begun = false) => [...highlighted(targets, pieces, 9, begun)];

test("targets are highlighted, unless a step begins with nearly any free cell", () => {
  assert.deepEqual(marked(cells(0, 1)), [0, 1]);
  assert.deepEqual(marked(cells(0, 1, 2, 3, 4)), []);
  assert.deepEqual(marked(cells(0, 1, 2, 3)), []);
  assert.deepEqual(marked(cells()), []);
});

test("or with nearly any piece of somebody's", () => {
  assert.deepEqual(marked(cells(5)), [5], "one of White's two");
  assert.deepEqual(marked(cells(5, 6)), [], "the topmost piece counts");
  assert.deepEqual(marked(cells(0, 1, 5, 6)), [0, 1, 5, 6], "but not all free cells");
});

test("few of many cells are always highlighted", () => {
  const all = new Map([
    [5, [piece(1)]],
    [6, [piece(1)]],
  ]);
  assert.deepEqual([...highlighted(cells(5, 6), all, 50, false)], [5, 6]);
});

test("in the middle of a step all targets are highlighted", () => {
  assert.deepEqual(marked(cells(0, 1, 2, 3, 4), true), [0, 1, 2, 3, 4]);
  assert.deepEqual(marked(cells(8), true), [8]);
});
