import assert from "node:assert/strict";
import { test } from "node:test";
import { ARROWS, extent, middleCell, nextCell } from "../js/cells.js";
import { cell, kind } from "./sample.js";

const { cells } = kind().layout;
const go = (from, arrow, turned = 0) => cells[nextCell(cells, cell(from), ARROWS[arrow], turned)].name;

test("arrows lead to the neighbours, and stop at the edge", () => {
  assert.equal(go("b2", "ArrowRight"), "c2");
  assert.equal(go("b2", "ArrowUp"), "b3");
  assert.equal(go("b2", "ArrowLeft"), "a2");
  assert.equal(go("b2", "ArrowDown"), "b1");
  assert.equal(go("c2", "ArrowRight"), "c2");
});

test("arrows are those of the screen, however the board is turned", () => {
  assert.equal(go("b2", "ArrowRight", 180), "a2");
  // Turned a quarter clockwise, what was the top is on the right.
  assert.equal(go("b2", "ArrowRight", 90), "b3");
  assert.equal(go("b2", "ArrowUp", 90), "a2");
});

test("on hexagons every cell can be reached", () => {
  const rows = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((at) => ({ name: `${row}${at}`, x: at + 0.5 * (row % 2), y: row * 0.866, outline: "hexagon" })),
  );
  const reached = new Set([4]);
  const queue = [4];
  while (queue.length > 0) {
    const from = queue.pop();
    for (const arrow of Object.values(ARROWS)) {
      const to = nextCell(rows, from, arrow, 0);
      if (!reached.has(to)) queue.push(to);
      reached.add(to);
    }
  }
  assert.equal(reached.size, rows.length);
});

test("the middle", () => {
  assert.equal(cells[middleCell(kind().layout)].name, "b2");
});

test("how far the cells reach", () => {
  assert.deepEqual(extent(cells), { x: 0, y: 0, width: 3, height: 3 });
});
