/** @import { Camera, Point } from "../js/board/camera.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clamped, panned, pinched, WHOLE, zoomed } from "../js/board/camera.js";

/** @type {(a: number, b: number) => void} */
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
/** What part of the board is under a point of the screen. @type {(camera: Camera, at: Point) => Point} */
const under = (camera, at) => ({ x: camera.x + (at.x - 0.5) / camera.k, y: camera.y + (at.y - 0.5) / camera.k });

test("nothing but the board is ever shown", () => {
  assert.deepEqual(clamped({ k: 0.2, x: 3, y: -3 }), WHOLE);
  assert.deepEqual(clamped({ k: 2, x: 0, y: 1 }), { k: 2, x: 0.25, y: 0.75 });
  assert.equal(clamped({ k: 99, x: 0.5, y: 0.5 }).k, 4);
});

test("zooming in keeps the point where it is, and zooming out shows the whole", () => {
  const at = { x: 0.3, y: 0.6 };
  const camera = zoomed(WHOLE, 2, at);
  near(under(camera, at).x, 0.3);
  near(under(camera, at).y, 0.6);
  assert.deepEqual(zoomed(camera, 0.1), WHOLE);
});

test("panning goes as far as the finger, however much is zoomed in", () => {
  const camera = panned({ k: 2, x: 0.5, y: 0.5 }, { x: 0.2, y: -0.1 });
  near(camera.x, 0.4);
  near(camera.y, 0.55);
});

test("what two fingers are on stays under them", () => {
  /** @type {[Point, Point]} */
  const before = [
    { x: 0.4, y: 0.5 },
    { x: 0.6, y: 0.5 },
  ];
  /** @type {[Point, Point]} */
  const now = [
    { x: 0.3, y: 0.5 },
    { x: 0.7, y: 0.6 },
  ];
  const camera = pinched(WHOLE, before, now);
  near(camera.k, Math.hypot(0.4, 0.1) / 0.2);
  near(under(camera, { x: 0.5, y: 0.55 }).x, 0.5);
  near(under(camera, { x: 0.5, y: 0.55 }).y, 0.5);
});
