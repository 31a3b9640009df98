import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOf } from "../js/model/sides.js";

/** @type {(rotations: number[], now: number, me?: number) => string[]} */
const sides = (rotations, now, me) => placesOf(rotations, now, me).map((place) => place.side);

test("four seats sit clockwise round the board, and go round with it", () => {
  const four = [0, 270, 180, 90];
  assert.deepEqual(sides(four, 0), ["bottom", "left", "top", "right"]);
  assert.deepEqual(sides(four, 270), ["right", "bottom", "left", "top"]);
});

test("two and three seats", () => {
  assert.deepEqual(sides([0, 180], 180), ["top", "bottom"]);
  assert.deepEqual(sides([0, 270, 90], 0), ["bottom", "left", "right"]);
});

test("a board that is the same for all: one's own seat is at the bottom", () => {
  assert.deepEqual(sides([0, 0, 0, 0], 0, 3), ["top", "right", "bottom", "left"]);
  assert.deepEqual(sides([0, 0], 0), ["bottom", "top"]);
});

test("several seats at one side stand beside each other", () => {
  const places = placesOf([0, 0, 0, 0, 0, 0], 0, 1);
  assert.equal(places[0].side, "bottom");
  const seen = new Set(places.map(({ side, at, of }) => `${side} ${at} ${of}`));
  assert.equal(seen.size, 6, "no two at the same place");
  for (const { at, of } of places) assert.ok(at < of);
});

test("who sits at one side goes on clockwise", () => {
  const six = placesOf([0, 0, 0, 0, 0, 0], 0, 1);
  assert.deepEqual(
    six.map(({ side, at }) => `${side} ${at}`),
    ["bottom 0", "left 0", "left 1", "top 0", "right 0", "right 1"],
  );
  const five = placesOf([0, 0, 0, 0, 0], 0, 2);
  assert.deepEqual(
    five.map(({ side, at }) => `${side} ${at}`),
    ["right 0", "bottom 0", "left 0", "top 0", "top 1"],
  );
});
