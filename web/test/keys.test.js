import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersOf } from "../js/keys.js";

test("each button has a letter of its own words, none twice", () => {
  const letters = lettersOf([
    ["pass", "Pass"],
    ["end", "End turn"],
    ["trade", "Trade in"],
    ["pay", "Pay"],
    ["p", "P"],
  ]);
  assert.deepEqual(Object.fromEntries(letters), { pass: "p", end: "e", trade: "t", pay: "a" });
});
