/** @import { PlayerView, TableView } from "../protocol.js" */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Session, VERSION } from "../js/model/session.js";
import { saveSteps, takeSavedSteps } from "../js/storage.js";
import { ann, page, ply, put } from "./sample.js";

beforeEach(() => {
  /** @type {Map<string, string>} */
  const items = new Map();
  const stored = {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => items.set(key, value),
    removeItem: (/** @type {string} */ key) => items.delete(key),
  };
  globalThis.sessionStorage = /** @type {any} */ (stored);
});
afterEach(() => Reflect.deleteProperty(globalThis, "sessionStorage"));

test("what is staged is kept for this table, and given back once", () => {
  saveSteps("code", { number: 4, steps: ["a1", "a2"] });
  assert.equal(takeSavedSteps("other"), null);
  saveSteps("code", { number: 4, steps: ["a1", "a2"] });
  assert.deepEqual(takeSavedSteps("code"), { code: "code", number: 4, steps: ["a1", "a2"] });
  assert.equal(takeSavedSteps("code"), null);
});

test("nothing is kept where nothing may be stored, or what is stored is not ours", () => {
  sessionStorage.setItem("thicket-staged", "{");
  assert.equal(takeSavedSteps("code"), null);
  Reflect.deleteProperty(globalThis, "sessionStorage");
  saveSteps("code", { number: 4, steps: [] });
  assert.equal(takeSavedSteps("code"), null);
});

/** What a fresh page asks about, if these steps were kept. @type {(changes: Partial<TableView>, steps: string[]) => string[][]} */
function asked(changes, steps) {
  /** @type {any[]} */
  const sent = [];
  const session = new Session(page(changes), { send: (message) => sent.push(message) });
  session.turn.restore({ steps });
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  return sent.filter((message) => message.t === "preview").map((message) => message.steps);
}

test("after the page was reloaded the steps are tried again, but not in somebody else's turn", () => {
  assert.deepEqual(asked({}, ["a1"]), [["a1"]]);
  assert.deepEqual(asked({ plies: [ply(1, "a1", [put("a1", 1)])] }, ["a1"]), []);
});

test("whoever loses their seat to another device is told, and watches", () => {
  const session = new Session(page(), { send: () => {} });
  /** @type {PlayerView} */
  const to = { id: "Z", name: "Ann", kind: "guest" };
  session.receive({ t: "event", seq: 5, at: 0, event: { e: "seat_transferred", from: "A", to } });
  assert.match(session.notice, /another device/);
  assert.equal(session.seat, 0);
  assert.ok(!session.turn.ours);
});
