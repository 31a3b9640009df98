/** @import { ExploredView, ExploreView, PlyView } from "../protocol.js" */
/** @import { Question, Refusal, Tried } from "../js/model/explorer.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, Explorer, linesOf } from "../js/model/explorer.js";
import { cell, endingOf, kind, piece, ply, previewOf, put } from "./sample.js";

/** What the server says: each cell is a whole turn of the seat to move, and c1 ends the game. @param {Question} question @returns {ExploredView | Refusal} */
function answer({ at, line, steps }) {
  if (steps[0] === "b2") return { code: "illegal_step", sentence: "b2: a base stands there." };
  const clicks = { [cell("a1")]: "a1", [cell("b1")]: "b1", [cell("c1")]: "c1" };
  if (steps.length === 0) return { preview: previewOf({ clicks }), turn: null };
  const seat = ((at + line.length) % 2) + 1;
  const over = steps[0] === "c1";
  const changes = [put(steps[0], seat)];
  const preview = { ...previewOf({ clicks: {} }), changes, complete: true };
  const made = ply(seat, steps[0], changes, over ? null : 3 - seat);
  return { preview, turn: { after: 0, ply: made, ending: over ? endingOf([1, 2], []) : null } };
}

/** A game of one turn that is explored. @type {(changes?: Partial<ExploreView>) => Promise<{ explorer: Explorer, asked: Question[], made: PlyView[] }>} */
async function begun(changes = {}) {
  /** @type {Question[]} */
  const asked = [];
  /** @type {PlyView[]} */
  const made = [];
  const view = {
    ...{ kind: kind(), code: "code", names: ["Ann", "Ben"], link: "http://x/g/code/explore", shown: 0, variations: [] },
    start: { pieces: [[cell("b2"), piece(0, "base")]], control: [], tallies: [[9, 9]] },
    plies: [ply(1, "a3", [put("a3", 1)])],
    played: ply(2, "b1", [put("b1", 2)]),
    ...changes,
  };
  const look = async (/** @type {Question} */ question) => {
    asked.push(question);
    return answer(question);
  };
  const explorer = new Explorer(/** @type {ExploreView} */ (view), look, { changed: () => {}, made: (_, ply) => made.push(ply) });
  explorer.go(explorer.shown);
  await settled();
  return { explorer, asked, made };
}

const settled = () => new Promise((go) => setImmediate(go));

/** Tries a turn. @type {(explorer: Explorer, name: string) => Promise<void>} */
async function tries(explorer, name) {
  explorer.turn.touch(String(cell(name)));
  for (let rounds = 0; rounds < 3; rounds += 1) await settled();
}

/** @param {Explorer} explorer */
const written = (explorer) =>
  linesOf(explorer.root, explorer.at).map(({ depth, turns }) => `${depth}: ${turns.map(({ tried, number }) => `${number}. ${tried.ply?.text}`).join(" ")}`);

test("a turn that is tried is shown, and the next one follows it", async () => {
  const { explorer, asked, made } = await begun();
  assert.equal(explorer.toMove, 2);
  await tries(explorer, "a1");
  await tries(explorer, "b1");
  assert.deepEqual(explorer.line, ["a1", "b1"]);
  assert.deepEqual(
    made.map(({ text }) => text),
    ["a1", "b1"],
  );
  assert.deepEqual(asked.at(-1), { at: 1, line: ["a1", "b1"], steps: [], clicks: undefined });
  assert.ok(explorer.state.drawn.pieces.has(cell("a1")) && explorer.state.drawn.pieces.has(cell("b1")));
  assert.equal(explorer.query, "?at=1&moves=a1+b1&shown=2");
});

test("another turn in its place is a variation, and the same turn is no other one", async () => {
  const { explorer } = await begun();
  await tries(explorer, "a1");
  await tries(explorer, "b1");
  explorer.go(explorer.root);
  await settled();
  await tries(explorer, "b1");
  await tries(explorer, "a1");
  explorer.go(explorer.root);
  await settled();
  await tries(explorer, "a1");
  assert.deepEqual(explorer.line, ["a1"]);
  assert.deepEqual(written(explorer), ["0: 2. a1", "1: 2. b1 3. a1", "0: 3. b1"]);
  assert.equal(explorer.query, "?at=1&moves=a1+(b1+a1)+b1&shown=1");
  assert.equal(endOf(explorer.root).ply?.text, "b1");
});

test("a tree from an address is the same tree", async () => {
  const turn = (/** @type {number} */ after, /** @type {string} */ name, seat = 1) => ({ after, ply: ply(seat, name, [put(name, seat)]), ending: null });
  const { explorer } = await begun({ variations: [turn(0, "a1", 2), turn(0, "b1", 2), turn(2, "c1"), turn(1, "b1")], shown: 3 });
  assert.deepEqual(explorer.line, ["b1", "c1"]);
  assert.equal(explorer.query, "?at=1&moves=a1+(b1+c1)+b1&shown=3");
});

test("what follows a turn goes with it", async () => {
  const { explorer } = await begun();
  await tries(explorer, "a1");
  await tries(explorer, "b1");
  explorer.go(/** @type {Tried} */ (explorer.shown.before));
  explorer.remove();
  assert.equal(explorer.shown, explorer.root);
  assert.equal(explorer.query, "?at=1&moves=&shown=0");
});

test("a turn that ends the game is the last one", async () => {
  const { explorer } = await begun();
  await tries(explorer, "c1");
  assert.equal(explorer.toMove, null);
  assert.deepEqual(explorer.shown.ending?.ranks, [1, 2]);
  assert.ok(!explorer.turn.ours);
});

test("the turn of the game is offered until it is tried", async () => {
  const { explorer } = await begun();
  assert.equal(explorer.played?.text, "b1");
  explorer.tryPlayed();
  for (let rounds = 0; rounds < 3; rounds += 1) await settled();
  assert.deepEqual(explorer.line, ["b1"]);
  explorer.go(explorer.root);
  assert.equal(explorer.played, null);
});

test("a step that is refused says why, and changes nothing", async () => {
  const { explorer } = await begun();
  explorer.turn.type("b2", []);
  await settled();
  assert.equal(explorer.turn.problem, "b2: a base stands there.");
  assert.equal(explorer.shown, explorer.root);
});
