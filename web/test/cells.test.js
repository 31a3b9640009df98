/** @import { LayoutView, PlaceView } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ARROWS, closeUp, extent, middleCell, nextCell, raised } from "../js/cells.js";
import { cell, kind } from "./sample.js";

const { cells } = kind().layout;
/** @type {(from: string, arrow: string, rotation?: number) => string} */
const go = (from, arrow, rotation = 0) => cells[nextCell(cells, cell(from), ARROWS[arrow] ?? [0, 0], rotation)].name;

test("arrows lead to the neighbours, and stop at the edge", () => {
  assert.equal(go("b2", "ArrowRight"), "c2");
  assert.equal(go("b2", "ArrowUp"), "b3");
  assert.equal(go("b2", "ArrowLeft"), "a2");
  assert.equal(go("b2", "ArrowDown"), "b1");
  assert.equal(go("c2", "ArrowRight"), "c2");
});

test("arrows are those of the screen, however the board is rotated", () => {
  assert.equal(go("b2", "ArrowRight", 180), "a2");
  // Turned a quarter clockwise, what was the top is on the right.
  assert.equal(go("b2", "ArrowRight", 90), "b3");
  assert.equal(go("b2", "ArrowUp", 90), "a2");
});

test("on hexagons every cell can be reached", () => {
  /** @type {PlaceView[]} */
  const rows = [0, 1, 2].flatMap((row) => [0, 1, 2].map((at) => ({ name: `${row}${at}`, x: at + 0.5 * (row % 2), y: row * 0.866, outline: "hexagon" })));
  const reached = new Set([4]);
  const queue = [4];
  while (queue.length > 0) {
    const from = queue.pop() ?? 0;
    for (const arrow of Object.values(ARROWS)) {
      const to = nextCell(rows, from, arrow ?? [0, 0], 0);
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

test("how far hexagons reach: their corners stick out sideways", () => {
  const { x, y, width, height } = extent([{ name: "a", x: 2, y: 2, outline: "hexagon" }]);
  assert.deepEqual([y, height], [1.5, 1]);
  assert.ok(Math.abs(width - 2 / Math.sqrt(3)) < 1e-9 && Math.abs(x + width / 2 - 2) < 1e-9);
});

/** A board of squares with a name in the middle of the wood on each side. @type {(files: number, ranks: number) => LayoutView} */
function board(files, ranks) {
  const cells = Array.from({ length: files * ranks }, (_, n) => ({
    name: `${n}`,
    x: (n % files) + 1.5,
    y: Math.floor(n / files) + 1.5,
  }));
  /** @type {LayoutView["labels"]} */
  const labels = [
    [0.5, 2, "2"],
    [2, 0.5, "b"],
    [files + 1.5, 2, "2"],
    [2, ranks + 1.5, "b"],
  ];
  return { width: files + 2, height: ranks + 2, cells, lines: [], labels, rotations: [0] };
}

test("where room is scarce a board keeps its names, all of them or every other one, and no wood that is not needed", () => {
  assert.deepEqual(closeUp(board(8, 4)), { x: 0.25, y: 0.25, width: 9.5, height: 5.5, named: true });
  const large = closeUp(board(17, 17));
  assert.ok(!large.named && large.width === 18.7, "there is room for names, but not for all");
  assert.ok(!closeUp(board(8, 12)).named, "nor does a high one");
  assert.ok(!closeUp({ ...board(3, 3), labels: [] }).named);
  const inside = closeUp({ ...board(17, 17), labels: [[1.7, 1.7, "a1"]] });
  assert.ok(inside.named && inside.width < 18, "names in the cells need no room");
});

test("what stands on others is higher on the screen, however the board is rotated", () => {
  const at = (/** @type {number} */ height, /** @type {number} */ rotation) => Object.values(raised({ x: 1, y: 1 }, height, rotation));
  assert.deepEqual(at(0, 180), [1, 1]);
  assert.deepEqual(at(1, 0), [1, 0.86]);
  assert.deepEqual(at(2, 180), [1, 1.28]);
  assert.deepEqual(at(1, 90), [0.86, 1]);
  assert.deepEqual(at(1, 270), [1.14, 1]);
});
