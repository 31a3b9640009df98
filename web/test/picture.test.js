import assert from "node:assert/strict";
import { test } from "node:test";
import { letters, outlines } from "../js/board/picture.js";
import { stubDom } from "../tools/dom-stub.mjs";

stubDom();

test("letters of colours: the first one that no colour before has", () => {
  const six = ["white", "black", "red", "blue", "green", "yellow"];
  assert.deepEqual(letters(six), ["W", "B", "R", "L", "G", "Y"]);
  assert.deepEqual(letters(["white", "red", "blue", "yellow"]), ["W", "R", "B", "Y"]);
  assert.equal(new Set(letters(["red", "red", "red", "red"])).size, 4, "also if there is none left");
});

test("a hexagon has a side at the top, and opposite sides one unit apart", () => {
  const path = outlines([{ name: "a", x: 0, y: 0, outline: "hexagon" }], "face").getAttribute("d") ?? "";
  const corners = [...path.matchAll(/-?[\d.]+ -?[\d.]+/g)].map(([corner]) => corner.split(" ").map(Number));
  const top = corners.filter(([, y]) => y < -0.4);
  assert.equal(top.length, 2);
  assert.ok(top.every(([, y]) => Math.abs(y + 0.5) < 0.001));
  assert.ok(Math.abs(Math.max(...corners.map(([x]) => x)) - 0.577) < 0.001);
});
