import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { animationSteps } from "../js/board/animator.js";
import { BoardView } from "../js/board/board-view.js";
import { after, diagramOf } from "../js/model/timeline.js";
import { Leaf, stubDom } from "../tools/dom-stub.mjs";
import { kind, put, table } from "./sample.js";

stubDom();
beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** A board of its own, and how many pieces are drawn on it. */
function viewed() {
  const root = new Leaf("div");
  const view = new BoardView({ board: /** @type {any} */ (root) }, kind());
  return { view, pieces: () => root.withClass("place").filter((place) => !place.classList.contains("gone")).length };
}

const start = diagramOf(table().start);
const changes = ["a1", "a2", "a3"].map((name) => put(name, 1));

test("a position that is shown during an animation appears when it has ended", () => {
  const { view, pieces } = viewed();
  view.show({ drawn: start, last: [] });
  assert.equal(pieces(), 1);
  let done = 0;
  view.play(start, animationSteps(changes), undefined, () => (done += 1));
  assert.deepEqual([pieces(), view.busy], [2, true]);
  view.show({ drawn: after(start, [...changes, put("c3", 2)]), last: [] });
  assert.equal(pieces(), 2);
  while (view.busy) mock.timers.tick(400);
  assert.deepEqual([pieces(), done], [5, 1]);
});

test("an animation that is stopped makes way for what is shown next", () => {
  const { view, pieces } = viewed();
  view.play(start, animationSteps(changes));
  view.stop();
  view.show({ drawn: start, last: [] });
  assert.equal(pieces(), 1);
  mock.timers.tick(5_000);
  assert.equal(pieces(), 1);
});

test("where little motion is wanted, turns are not animated", () => {
  const { view } = viewed();
  assert.equal(view.animate(start, changes, 0), false);
  assert.equal(view.busy, false);
});
