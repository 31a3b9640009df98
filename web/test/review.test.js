import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../js/dom.js";
import { hintWords, possibleTurn } from "../js/sentences/hints.js";
import { better, chancesAt, costOf, expectedPlace, howFar, ribbonAt } from "../js/sentences/review.js";

const who = (/** @type {number} */ seat) => ["Ann", "Ben", "Cleo", "Dee"][seat - 1];
/** @type {(seat: number, best: number[], played: number[]) => string} */
const told = (seat, best, played) => plain(costOf(seat, best, played, who));

test("a turn costs its player what the best one is better, and names who gained most by that where it may be one of several", () => {
  assert.equal(told(2, [0.59, 0.41], [0.68, 0.32]), "Ben 41 → 32%.");
  assert.equal(told(2, [0.3, 0.41, 0.1, 0.19], [0.2, 0.32, 0.39, 0.09]), "Ben 41 → 32%. Best for Cleo: +29.");
  assert.equal(told(1, [0.5, 0.3, 0.2], [0.49, 0.36, 0.15]), "Ann 50 → 49%. Best for Ben: +6.");
  assert.equal(told(1, [0.51, 0.49], [0.5, 0.5]), "About as good as the best turn.");
});

test("numbers say what they are", () => {
  assert.equal(chancesAt(0, 9, false), "Chance of winning at the start");
  assert.equal(chancesAt(4, 9, true), "Chance of coming first, and expected place, after turn 4");
  assert.equal(chancesAt(9, 9, true), "The result");
  assert.deepEqual([expectedPlace(2), expectedPlace(2.46)], ["place 2", "place 2.5"]);
  assert.equal(plain(ribbonAt(3, [0.4, 0.6], who)), "After turn 3: Ann 40% and Ben 60%");
});

test("a review says how far it is", () => {
  assert.equal(howFar(null), "Looking at the game…");
  assert.equal(howFar({ t: "looking", done: 43, of: 129 }), "Looking at every turn: 43 of 129");
  assert.match(howFar({ t: "refining", done: 1, of: 9 }), /^Taking a closer look/);
});

const cells = ["a1", "b1", "c1"].map((name, x) => ({ name, x, y: 0 }));
const kind = /** @type {any} */ ({ layout: { cells }, colours: ["white", "red"], pieces: { s: "stone" } });
const stone = (/** @type {number} */ seat) => ({ symbol: "s", seat, facing: null });
const before = /** @type {any} */ ({ pieces: new Map([[1, [stone(2)]]]), control: new Map(), tallies: [] });

/** @type {(reasons: object[], changes?: object[], words?: string) => string} */
function hinted(reasons, changes = [{ c: "put", cell: 0, piece: stone(1) }], words) {
  const hint = /** @type {any} */ ({ ply: { seat: 1, text: "a1", words, changes, tallies: [], to_move: 2, at: null }, chances: [0.6, 0.4], line: [], reasons });
  return plain(hintWords(kind, before, hint, who));
}

test("a hint says why, from the position", () => {
  const captures = { r: "captures", cells: ["b1"] };
  assert.equal(hinted([captures]), "Try a1: it captures Red's stone on b1.");
  assert.equal(
    hinted([captures, { r: "blocks", seat: 2, cell: "c1" }, { r: "nearer" }, { r: "wins" }]),
    "Try a1: it captures Red's stone on b1, blocks Ben at c1 and shortens the way across.",
  );
  assert.equal(hinted([{ r: "saves", cells: ["c1"] }]), "Try a1: it saves the piece on c1.");
  assert.equal(hinted([{ r: "advances", rows: 1 }]), "Try a1: it moves 1 row closer.");
  assert.equal(hinted([]), "Try a1: nothing is more urgent.");
  assert.equal(hinted([{ r: "saves_pass", stones: 2 }], [], "passes"), "Try a pass: it allows 2 stones in the next turn.");
  assert.equal(hinted([{ r: "nearer" }], [{ c: "moved", piece: stone(1), from: 0, to: 2 }]), "Try a1 to c1: it shortens the way across.");
});

test("what is better is said with its reason", () => {
  assert.equal(better("m12", "captures f6"), "Better: m12 – captures f6.");
  assert.equal(better("m12"), "Better: m12.");
});

test("a turn that could be played is named so that it follows “Better”", () => {
  const named = (/** @type {object} */ ply) => possibleTurn(kind, /** @type {any} */ (ply));
  assert.equal(named({ seat: 1, text: "pass", words: "passes", changes: [] }), "a pass");
  assert.equal(named({ seat: 1, text: "a1", changes: [{ c: "put", cell: 0, piece: stone(1) }] }), "a1");
});
