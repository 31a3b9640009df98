import assert from "node:assert/strict";
import { test } from "node:test";
import { Aim } from "../js/model/aim.js";

/** An aim with a turn that records what is chosen. */
function aiming(turn = {}) {
  /** @type {number[]} */
  const chosen = [];
  let sent = 0;
  const touch = (/** @type {string} */ cell) => chosen.push(Number(cell));
  const recorded = { touch, send: () => (sent += 1), ready: true, preview: null, ...turn };
  const aim = new Aim(/** @type {any} */ (recorded), () => {});
  aim.follow(new Set([1, 2, 3]));
  return { aim, chosen, turn: recorded, sent: () => sent };
}

test("a careless touch chooses at once, a careful one aims first", () => {
  const { aim, chosen } = aiming();
  aim.touch(1, false);
  assert.deepEqual(chosen, [1]);
  aim.touch(2, true);
  assert.deepEqual([chosen, aim.cell], [[1], 2]);
  aim.touch(3, true);
  assert.equal(aim.cell, 3);
  aim.confirm();
  assert.deepEqual([chosen, aim.cell], [[1, 3], null]);
});

test("the same cell again chooses it", () => {
  const { aim, chosen } = aiming();
  aim.touch(2, true);
  aim.touch(2, true);
  assert.deepEqual(chosen, [2]);
});

test("a cell that can no longer be chosen is not aimed at", () => {
  const { aim, chosen } = aiming();
  aim.touch(2, true);
  aim.follow(new Set([3]));
  assert.equal(aim.cell, null);
  aim.confirm();
  assert.deepEqual(chosen, []);
  assert.equal(aim.leave(), false);
});

test("a careful touch aims also while it is not known what can be chosen", () => {
  const { aim, chosen, turn } = aiming({ ours: true, ready: false, sent: false });
  aim.follow(new Set());
  aim.touch(2, true);
  aim.follow(new Set());
  assert.deepEqual([chosen, aim.cell], [[], 2]);
  turn.ready = true;
  aim.follow(new Set([2, 3]));
  assert.equal(aim.cell, 2);
  aim.follow(new Set([3]));
  assert.equal(aim.cell, null);
});

test("nothing is chosen while somebody looks back", () => {
  const { aim, chosen } = aiming();
  aim.follow(new Set(), false);
  aim.touch(2, false);
  assert.deepEqual(chosen, []);
});

test("Enter on the board sends a complete turn, unless a cell is aimed at", () => {
  const complete = aiming({ preview: { complete: true } });
  complete.aim.touch(2, true);
  complete.aim.enter(2);
  assert.deepEqual([complete.chosen, complete.sent()], [[2], 0]);
  complete.aim.enter(3);
  assert.deepEqual([complete.chosen, complete.sent()], [[2], 1]);
  const begun = aiming({ preview: { complete: false } });
  begun.aim.enter(3);
  assert.deepEqual([begun.chosen, begun.sent()], [[3], 0]);
});
