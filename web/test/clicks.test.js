import assert from "node:assert/strict";
import { test } from "node:test";
import { branches, buttonsOf, cellsOf, follow, modesOf, stepAt, stepsOf } from "../js/model/clicks.js";

const tree = { 3: "a2", 7: "b1", pass: "pass", trade: { 5: "xc2", 8: "xc1" } };
/** @type {[string, string][]} */
const buttons = [
  ["pass", "Pass"],
  ["end", "End turn"],
  ["trade", "Trade in"],
];

test("cells and buttons of a level", () => {
  const level = branches(tree, []);
  assert.deepEqual(cellsOf(level), new Set([3, 7]));
  assert.deepEqual(buttonsOf(level, buttons), [
    ["pass", "Pass"],
    ["trade", "Trade in"],
  ]);
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

/** A size, a square, and what to point at. */
const sizes = { S: { 3: { 4: "Sa>b", 5: "Sa>c" }, 6: { 5: "Sd>c" } }, L: { 3: { 4: "La>b" }, 6: { 5: "Ld>c" } } };
/** @type {(...clicks: string[]) => string[]} */
const way = (...clicks) => clicks.reduce((path, click) => follow(sizes, path, click), /** @type {string[]} */ ([]));

test("a way is gone click by click to a step", () => {
  assert.deepEqual(way("S", "3", "5"), ["S", "3", "5"]);
  assert.equal(stepAt(sizes, ["S", "3", "5"]), "Sa>c");
  assert.equal(stepAt(sizes, ["S", "3"]), null);
  assert.equal(stepAt(sizes, []), null);
  assert.equal(stepAt(tree, ["pass"]), "pass");
});

test("an earlier choice can be another, and what came after it stays as far as it can", () => {
  assert.deepEqual(way("S", "3", "L"), ["L", "3"]);
  assert.deepEqual(way("S", "3", "6"), ["S", "6"]);
  assert.deepEqual(follow({ S: sizes.S, M: { 7: "M7" } }, ["S", "3"], "M"), ["M"]);
  // What would be a whole step is never entered by a click on something else.
  assert.deepEqual(follow({ S: sizes.S, M: { 3: "M3" } }, ["S", "3"], "M"), ["M"]);
  assert.deepEqual(follow(tree, ["trade"], "3"), ["3"], "a cell instead of a button");
});

test("the same once more takes the last click back, and so does what fits nowhere, but for a button", () => {
  assert.deepEqual(way("S", "3", "3"), ["S"]);
  assert.deepEqual(way("S", "S"), []);
  assert.deepEqual(way("S", "3", "9"), ["S"]);
  assert.deepEqual(way("S", "9"), ["S"]);
  assert.deepEqual(way("9"), []);
});

test("the buttons that were to choose among stay, those that lead on", () => {
  assert.deepEqual(modesOf(sizes, ["S", "3"]), { S: true, L: false });
  assert.deepEqual(modesOf(sizes, []), {});
  assert.deepEqual(modesOf(tree, ["trade"]), { trade: true }, "a pass is a step, and no way to another one");
  assert.deepEqual(modesOf(tree, ["3"]), {});
});
