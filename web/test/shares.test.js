import assert from "node:assert/strict";
import { test } from "node:test";
import { bandsOf, placeAt, spread, xOf } from "../js/model/shares.js";

const SIZE = { width: 100, height: 10 };

/** @param {string} path */
const pointsOf = (path) =>
  path
    .slice(1, -1)
    .split("L")
    .map((point) => point.split(" ").map(Number));

test("bands lie on each other and fill the ribbon", () => {
  const [first, second, third] = bandsOf(
    [
      [0.5, 0.3, 0.2],
      [0, 0.5, 0.5],
    ],
    SIZE,
  );
  assert.deepEqual(pointsOf(first.path), [
    [0, 0],
    [100, 0],
    [100, 0],
    [0, 5],
  ]);
  assert.deepEqual(pointsOf(second.path), [
    [0, 5],
    [100, 0],
    [100, 5],
    [0, 8],
  ]);
  assert.deepEqual(pointsOf(third.path), [
    [0, 8],
    [100, 5],
    [100, 10],
    [0, 10],
  ]);
});

test("a band has its label where it is thickest, away from the ends", () => {
  const shares = [
    [1, 0],
    [0.2, 0.8],
    [0.7, 0.3],
    [0.1, 0.9],
  ];
  const [first, second] = bandsOf(shares, SIZE);
  const near = (/** @type {number[]} */ numbers) => numbers.map((number) => number.toFixed(3));
  assert.deepEqual(near([first.label.x, first.label.thickness]), ["66.667", "7.000"]);
  assert.deepEqual(near([second.label.x, second.label.y]), ["33.333", "6.000"]);
});

test("rounded shares fill the ribbon, too, and a single position is as wide as it", () => {
  const [, last] = bandsOf([[0.3333, 0.6666]], SIZE);
  assert.deepEqual(
    pointsOf(last.path).map(([x]) => x),
    [0, 100, 100, 0],
  );
  assert.equal(Math.max(...pointsOf(last.path).map(([, y]) => y)), 10);
});

test("a touch finds the nearest position, and every position its place", () => {
  for (let place = 0; place < 7; place += 1) assert.equal(placeAt(xOf(place, 7, SIZE), 7, SIZE), place);
  assert.deepEqual(
    [-50, 8, 9, 400].map((x) => placeAt(x, 7, SIZE)),
    [0, 0, 1, 6],
  );
  assert.equal(placeAt(80, 1, SIZE), 0);
});

test("numbers that would overlap are moved apart, and stay on the ribbon", () => {
  assert.deepEqual(spread([50], 10, SIZE), [50]);
  assert.deepEqual(spread([20, 24, 60], 10, SIZE), [20, 30, 60]);
  assert.deepEqual(spread([0, 93, 99], 10, SIZE), [5, 85, 95]);
  assert.deepEqual(spread([], 10, SIZE), []);
});
