import assert from "node:assert/strict";
import { test } from "node:test";
import { branches, buttonsOf, cellsOf, stepsOf } from "../js/clicks.js";

const tree = { 3: "a2", 7: "b1", pass: "pass", trade: { 5: "xc2", 8: "xc1" } };
const buttons = [["pass", "Pass"], ["end", "End turn"], ["trade", "Trade in"]];

test("cells and buttons of a level", () => {
  const level = branches(tree, []);
  assert.deepEqual(cellsOf(level), new Set([3, 7]));
  assert.deepEqual(buttonsOf(level, buttons), [["pass", "Pass"], ["trade", "Trade in"]]);
});

test("a button leads on to its cells", () => {
  const level = branches(tree, ["trade"]);
  assert.deepEqual(cellsOf(level), new Set([5, 8]));
  assert.equal(level[5], "xc2");
  assert.deepEqual(buttonsOf(level, buttons), []);
});

test("a way that does not exist leads nowhere", () => {
  assert.deepEqual(branches(tree, ["end", "4"]), {});
  assert.deepEqual(branches(tree, ["3", "4"]), {});
  assert.deepEqual(branches("pass", []), {});
});

test("all steps, for those who type", () => {
  assert.deepEqual(stepsOf(tree).sort(), ["a2", "b1", "pass", "xc1", "xc2"]);
  assert.deepEqual(stepsOf({}), []);
});
