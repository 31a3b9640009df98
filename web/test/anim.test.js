import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { beats, pace, Player, seen } from "../js/anim.js";
import { diagramOf } from "../js/timeline.js";
import { cell, put, table, taken } from "./sample.js";

const control = (name) => ({ c: "control", cell: cell(name), seat: 1 });
const changes = [
  put("a1", 1),
  taken("c1", 2, 1),
  put("c1", 1, "capture"),
  taken("c2", 2, 1),
  put("c2", 1, "capture"),
  control("b2"),
  control("b3"),
];

test("captures are beats of their own, each with the piece that takes the place", () => {
  assert.deepEqual(beats(changes).map((beat) => beat.length), [1, 2, 2, 2]);
  assert.deepEqual(beats([]), []);
});

test("what is staged on the screen is not shown again", () => {
  assert.equal(seen(changes, [put("a1", 1)]), 1);
  assert.equal(seen(changes, [put("a2", 1)]), 0);
  assert.equal(seen([put("a1", 1)], changes), 1);
});

test("long turns go faster", () => {
  assert.ok(pace(40) * 40 <= 2600);
  assert.ok(pace(1) <= 400);
});

test("the player shows every beat in order, ends once, and can be stopped", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  let ended = 0;
  const player = new Player();
  const play = () =>
    player.play(diagramOf(table().start), beats(changes), (diagram, beat) => shown.push([diagram.pieces.size, beat.length]), () => (ended += 1));
  play();
  assert.ok(player.busy);
  mock.timers.tick(400);
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  assert.deepEqual(shown, [[2, 1], [3, 2], [4, 2], [4, 2]]);
  assert.equal(ended, 1);
  assert.ok(!player.busy);
  play();
  player.stop();
  mock.timers.tick(10000);
  assert.equal(shown.length, 5);
  assert.equal(ended, 1);
  mock.timers.reset();
});
