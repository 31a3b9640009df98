/** @import { ChangeView } from "../protocol.js" */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Animator, animationSteps, pace, shownAlready } from "../js/board/animator.js";
import { takenCells } from "../js/board/marks.js";
import { after, diagramOf } from "../js/model/timeline.js";
import { cell, piece, put, table, taken } from "./sample.js";

/** @type {(name: string) => ChangeView} */
const control = (name) => ({ c: "control", cell: cell(name), seat: 1 });
const changes = [put("a1", 1), taken("c1", 2, 1), put("c1", 1, "capture"), taken("c2", 2, 1), put("c2", 1, "capture"), control("b2"), control("b3")];

test("captures are steps of their own, each with the piece that takes the place", () => {
  assert.deepEqual(
    animationSteps(changes).map((step) => step.length),
    [1, 2, 2, 2],
  );
  assert.deepEqual(animationSteps([]), []);
});

/** @type {(from: string, to: string, seat?: number) => Extract<ChangeView, { c: "moved" }>} */
const moved = (from, to, seat = 1) => ({ c: "moved", piece: piece(seat), from: cell(from), to: cell(to) });
const legs = [moved("a1", "a2"), moved("a2", "b2"), moved("b2", "c3")];

test("a jump chain is seen leg by leg, and so is a second piece that moves in the same turn", () => {
  assert.deepEqual(
    animationSteps([...legs, moved("c1", "c2")]).map((step) => step.map((change) => change.c === "moved" && change.to)),
    [["a2"], ["b2"], ["c3"], ["c2"]].map((step) => step.map(cell)),
  );
});

test("what a long capture took leaves the board at its end, all at once", () => {
  /** @type {ChangeView} */
  const crowned = { c: "flipped", cell: cell("c3"), from: piece(1), to: piece(1, "capture") };
  const changes = [...legs, taken("b1", 2, 1), taken("c1", 2, 1), taken("b3", 2, 1)];
  assert.deepEqual(
    animationSteps(changes).map((step) => step.length),
    [1, 1, 1, 3],
  );
  assert.deepEqual(
    animationSteps([legs[0], crowned]).map((step) => step.length),
    [1, 1],
  );
});

test("while a capture is on its way, what it will take is known", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {number[][]} */
  const shown = [];
  const changes = [...legs.slice(0, 2), taken("b1", 2, 1), taken("c1", 2, 1)];
  const start = after(diagramOf(table().start), [put("a1", 1), put("b1", 2), put("c1", 2)]);
  new Animator().play(
    start,
    animationSteps(changes),
    (diagram, _, ahead) => shown.push([diagram.pieces.size, takenCells(ahead).size]),
    () => {},
  );
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  assert.deepEqual(shown, [
    [4, 2],
    [3, 2],
    [1, 0],
  ]);
  mock.timers.reset();
});

test("what is staged on the screen is not shown again", () => {
  assert.equal(shownAlready(changes, [put("a1", 1)]), 1);
  assert.equal(shownAlready(changes, [put("a2", 1)]), 0);
  assert.equal(shownAlready([put("a1", 1)], changes), 1);
});

test("long turns go faster", () => {
  assert.ok(pace(40) * 40 <= 2600);
  assert.ok(pace(1) <= 400);
});

test("the animator shows every step in order, ends once, and can be stopped", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {number[][]} */
  const shown = [];
  let ended = 0;
  const animator = new Animator();
  const play = () =>
    animator.play(
      diagramOf(table().start),
      animationSteps(changes),
      (diagram, step) => shown.push([diagram.pieces.size, step.length]),
      () => (ended += 1),
    );
  play();
  assert.ok(animator.busy);
  mock.timers.tick(400);
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  assert.deepEqual(shown, [
    [2, 1],
    [3, 2],
    [4, 2],
    [4, 2],
  ]);
  assert.equal(ended, 1);
  assert.ok(!animator.busy);
  play();
  animator.stop();
  mock.timers.tick(10000);
  assert.equal(shown.length, 5);
  assert.equal(ended, 1);
  mock.timers.reset();
});
