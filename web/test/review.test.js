import assert from "node:assert/strict";
import { test } from "node:test";
import { hintWords } from "../js/sentences/hints.js";
import { plain } from "../js/dom.js";
import { whatItChanged } from "../js/sentences/review.js";

const who = (/** @type {number} */ seat) => ["Ann", "Ben", "Cem", "Dee"][seat - 1];
/** @type {(seat: number, gains: number[]) => string} */
const told = (seat, gains) => plain(whatItChanged(seat, gains, who));

test("a mistake names who profited from it, where that may be one of several", () => {
  assert.equal(told(1, [-0.18, 0.18]), "costs Ann 18%");
  assert.equal(told(1, [-0.18, 0.12, 0.06, 0]), "costs Ann 18%; Ben profits most, by 12%");
  assert.equal(told(2, [-0.02, 0.2, -0.15, -0.03]), "brings Ben 20%; Cem loses most, 15%");
});

test("a turn that decides between others names them", () => {
  assert.equal(told(4, [0.1, -0.1, 0, 0]), "Ann gains 10%, Ben loses 10%");
  assert.equal(told(1, [0.01, -0.01]), "changes little");
});

const cells = ["a1", "b1", "c1"].map((name, x) => ({ name, x, y: 0, outline: "square" }));
const kind = /** @type {any} */ ({ layout: { cells }, colours: ["white", "red"], pieces: { s: "stone" } });
const stone = (/** @type {number} */ seat) => ({ symbol: "s", seat, facing: null });
const empty = { pieces: new Map(), control: new Map(), tallies: [] };

test("a hint says what the turn captures, and else what it leaves its player with", () => {
  const put = { c: "put", cell: 0, piece: stone(1) };
  const taken = { c: "taken", cell: 1, piece: stone(2), by: 1 };
  const hint = (/** @type {object[]} */ changes) =>
    /** @type {any} */ ({ ply: { seat: 1, text: "a1", changes, tallies: [], to_move: 2, at: null }, chances: [0.624, 0.376] });
  assert.equal(hintWords(kind, empty, hint([put])), "Hint: a1 – it leaves you with the best chance, about 62%.");
  assert.equal(hintWords(kind, empty, hint([put, taken])), "Hint: a1 – White captures Red's stone on b1.");
});
