import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Table } from "../js/model/session.js";
import { keep, kept } from "../js/storage.js";
import { ann, page, ply, put } from "./sample.js";

beforeEach(() => {
  const items = new Map();
  globalThis.sessionStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
});
afterEach(() => delete globalThis.sessionStorage);

test("what is staged is kept for this table, and given back once", () => {
  keep("code", { number: 4, steps: ["a1", "a2"] });
  assert.equal(kept("other"), null);
  keep("code", { number: 4, steps: ["a1", "a2"] });
  assert.deepEqual(kept("code"), { code: "code", number: 4, steps: ["a1", "a2"] });
  assert.equal(kept("code"), null);
});

test("nothing is kept where nothing may be stored, or what is stored is not ours", () => {
  sessionStorage.setItem("thicket-staged", "{");
  assert.equal(kept("code"), null);
  delete globalThis.sessionStorage;
  keep("code", { number: 4, steps: [] });
  assert.equal(kept("code"), null);
});

/** What a fresh page asks about, if these steps were kept. */
function asked(changes, steps) {
  const sent = [];
  const table = new Table(page(changes), (message) => sent.push(message));
  table.turn.keep({ steps });
  table.receive({ t: "welcome", version: 1, you: ann });
  return sent.filter((message) => message.t === "preview").map((message) => message.steps);
}

test("after the page was loaded anew the steps are tried again, but not in somebody else's turn", () => {
  assert.deepEqual(asked({}, ["a1"]), [["a1"]]);
  assert.deepEqual(asked({ plies: [ply(1, "a1", [put("a1", 1)])] }, ["a1"]), []);
});

test("whose seat went elsewhere is told so, and looks on", () => {
  const table = new Table(page(), () => {});
  const to = { id: "Z", name: "Ann", guest: true };
  table.receive({ t: "event", seq: 5, at: 0, event: { e: "moved", from: "A", to } });
  assert.match(table.notice, /another device/);
  assert.equal(table.seat, 0);
  assert.ok(!table.turn.ours);
});
