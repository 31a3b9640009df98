/** @import { ChangeView } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestion } from "../js/board/suggestion.js";
import { stubDom } from "../tools/dom-stub.mjs";
import { cell, kind, piece, put, taken } from "./sample.js";

stubDom();

/** The classes of what is drawn. @param {ChangeView[]} changes */
const classes = (changes) => suggestion(kind(), changes).map((element) => element.getAttribute("class") ?? "");

test("a piece that would be put or moved is ringed, and its way is an arrow", () => {
  assert.deepEqual(classes([]), []);
  assert.deepEqual(classes([put("a1", 1)]).slice(0, 2), ["under suggested-edge", "under suggested"]);
  const moved = /** @type {ChangeView} */ ({ c: "moved", piece: piece(1), from: cell("a1"), to: cell("c1") });
  assert.deepEqual(classes([moved]), ["under suggested-edge", "under suggested", "arrow-edge", "arrow"]);
  assert.equal(suggestion(kind(), [moved]).at(-1)?.getAttribute("d")?.match(/NaN/), null);
});

test("a turn that was played is drawn apart from the better one, without what it captured", () => {
  const names = suggestion(kind(), [put("a1", 1), taken("b1", 2, 1)], "was-played").map((element) => element.getAttribute("class") ?? "");
  assert.deepEqual(names.slice(0, 2), ["under was-played-edge", "under was-played"]);
  assert.equal(names.length, 3);
});

test("what would be captured is crossed out, and control is not drawn", () => {
  assert.equal(suggestion(kind(), [taken("b1", 2, 1)]).length, 1);
  assert.deepEqual(classes([{ c: "control", cell: cell("b2"), seat: 1 }]), []);
});
