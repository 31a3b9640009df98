import assert from "node:assert/strict";
import { test } from "node:test";
import { closer, held, pinched, pushed, WHOLE } from "../js/board/camera.js";

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
/** What part of the board is under a point of the screen. */
const under = (view, at) => ({ x: view.x + (at.x - 0.5) / view.k, y: view.y + (at.y - 0.5) / view.k });

test("nothing but the board is ever shown", () => {
  assert.deepEqual(held({ k: 0.2, x: 3, y: -3 }), WHOLE);
  assert.deepEqual(held({ k: 2, x: 0, y: 1 }), { k: 2, x: 0.25, y: 0.75 });
  assert.equal(held({ k: 99, x: 0.5, y: 0.5 }).k, 4);
});

test("coming closer keeps the point where it is, and going back shows the whole", () => {
  const at = { x: 0.3, y: 0.6 };
  const view = closer(WHOLE, 2, at);
  near(under(view, at).x, 0.3);
  near(under(view, at).y, 0.6);
  assert.deepEqual(closer(view, 0.1), WHOLE);
});

test("a push goes as far as the finger, whatever the distance", () => {
  const view = pushed({ k: 2, x: 0.5, y: 0.5 }, { x: 0.2, y: -0.1 });
  near(view.x, 0.4);
  near(view.y, 0.55);
});

test("what two fingers are on stays under them", () => {
  const before = [{ x: 0.4, y: 0.5 }, { x: 0.6, y: 0.5 }];
  const now = [{ x: 0.3, y: 0.5 }, { x: 0.7, y: 0.6 }];
  const view = pinched(WHOLE, before, now);
  near(view.k, Math.hypot(0.4, 0.1) / 0.2);
  near(under(view, { x: 0.5, y: 0.55 }).x, 0.5);
  near(under(view, { x: 0.5, y: 0.55 }).y, 0.5);
});
