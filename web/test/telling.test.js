import assert from "node:assert/strict";
import { test } from "node:test";
import { telling } from "../js/marks.js";

test("targets are pointed out, unless a step begins with nearly any free cell", () => {
  const taken = new Set([8]);
  const cells = (...all) => new Set(all);
  assert.deepEqual(telling(cells(0, 1), taken, 9, false), cells(0, 1));
  assert.deepEqual(telling(cells(0, 1, 2, 3, 4, 5), taken, 9, false), cells());
  assert.deepEqual(telling(cells(0, 1, 2, 3, 4, 5, 8), taken, 9, false), cells(0, 1, 2, 3, 4, 5, 8), "one of them is taken: that says something");
  assert.deepEqual(telling(cells(), taken, 9, false), cells());
  assert.deepEqual(telling(cells(0, 1, 2, 3, 4, 5, 6, 7), taken, 9, true).size, 8, "in the middle of a step all of them are");
});
