import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Aim } from "../js/model/aim.js";
import { remember } from "../js/panels/settings.js";

beforeEach(() => remember("confirm", "off"));

/** A board whose squares are this wide. */
function aiming(grain) {
  const chosen = [];
  const marked = [];
  const aim = new Aim({ grain, aim: (cell) => marked.push(cell) }, (cell) => chosen.push(cell), () => {});
  aim.follow(new Set([1, 2, 3]));
  return { aim, chosen, marked };
}

test("a mouse chooses at once, a finger on small squares aims first", () => {
  const { aim, chosen, marked } = aiming(20);
  aim.touch(1, false);
  assert.deepEqual(chosen, [1]);
  aim.touch(2, true);
  assert.deepEqual([chosen, aim.cell, marked.at(-1)], [[1], 2, 2]);
  aim.touch(3, true);
  assert.equal(aim.cell, 3);
  aim.confirm();
  assert.deepEqual([chosen, aim.cell], [[1, 3], null]);
});

test("the same square once more chooses it, and a wide one needs no second touch", () => {
  const small = aiming(20);
  small.aim.touch(2, true);
  small.aim.touch(2, true);
  assert.deepEqual(small.chosen, [2]);
  const wide = aiming(50);
  wide.aim.touch(2, true);
  assert.deepEqual(wide.chosen, [2]);
});

test("who wants to confirm each choice confirms those of the mouse too", () => {
  const { aim, chosen } = aiming(50);
  remember("confirm", "on");
  aim.touch(2, false);
  assert.deepEqual([chosen, aim.cell], [[], 2]);
});

test("what can be chosen no longer is not aimed at", () => {
  const { aim, chosen } = aiming(20);
  aim.touch(2, true);
  aim.follow(new Set([3]));
  assert.equal(aim.cell, null);
  aim.confirm();
  assert.deepEqual(chosen, []);
  assert.equal(aim.leave(), false);
});
