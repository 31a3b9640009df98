import assert from "node:assert/strict";
import { test } from "node:test";
import { ghostOf } from "../js/model/ghost.js";
import { diagramOf } from "../js/model/timeline.js";
import { cell, kind, piece, previewOf, table } from "./sample.js";

const drawn = diagramOf({
  ...table().start,
  pieces: [
    [cell("a1"), piece(1)],
    [cell("b2"), piece(0, "base")],
  ],
});
/** @type {(path: string[], ghosts: import("../protocol.js").GuideView["ghosts"], at: string) => ReturnType<typeof ghostOf>} */
const ghost = (path, ghosts, at) => ghostOf(kind().layout, drawn, { path, preview: previewOf({ guide: { ...previewOf().guide, ghosts } }) }, cell(at));

test("a piece that is put down", () => {
  assert.deepEqual(ghost([], { "": piece(1) }, "c1"), { cell: cell("c1"), piece: piece(1) });
  assert.equal(ghost(["trade"], { "": piece(1) }, "c1"), null, "this button puts nothing down");
  assert.deepEqual(ghost(["L"], { L: piece(2) }, "c1")?.piece, piece(2));
});

test("a piece that moves", () => {
  assert.deepEqual(ghost([String(cell("a1"))], {}, "a3"), { cell: cell("a3"), piece: piece(1) });
  assert.equal(ghost([], {}, "a1"), null, "a piece that is only chosen");
});

test("a piece that has its place is turned towards the cell", () => {
  const pointing = (/** @type {string} */ at) => ghost(["L", String(cell("c2"))], { L: piece(2) }, at);
  assert.deepEqual(pointing("c3"), { cell: cell("c2"), piece: { ...piece(2), facing: 0 } });
  assert.deepEqual(
    ["c3", "c1", "b2"].map((at) => pointing(at)?.piece.facing),
    [0, 180, 270],
  );
});
