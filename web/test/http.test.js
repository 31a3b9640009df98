import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { post, Refused, persistently } from "../js/net/http.js";

const realFetch = globalThis.fetch;
/** @type {(() => unknown)[]} what the next requests come to */
let answers;

beforeEach(() => {
  answers = [];
  globalThis.fetch = /** @type {any} */ (async () => /** @type {() => unknown} */ (answers.shift())());
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = realFetch;
});

const lost = () => {
  throw new TypeError("network");
};
const broken = () => ({ ok: true, status: 200, json: async () => JSON.parse("") });
const says = (/** @type {number} */ status, /** @type {unknown} */ said) => () => ({ ok: status < 300, status, json: async () => said });

test("a refusal is thrown with its sentence, and a lost answer with one for people", async () => {
  answers = [says(403, { code: "not_seated", sentence: "You do not have a seat at this table." }), lost, broken, says(200, { id: "A" })];
  await assert.rejects(post("/x", {}), new Refused("not_seated", "You do not have a seat at this table."));
  for (let n = 0; n < 2; n += 1) await assert.rejects(post("/x"), { code: "unreachable", message: /cannot be reached/ });
  assert.deepEqual(await post("/x"), { id: "A" });
});

/** Lets the pauses pass. @param {Promise<unknown>} promise */
async function passing(promise) {
  let done = false;
  const end = promise.finally(() => (done = true)).catch(() => {});
  while (!done) {
    mock.timers.tick(5_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await end;
  return promise;
}

test("a request whose answer was lost is sent again, a refused one is not", async () => {
  answers = [lost, broken, says(503, { code: "try_again", sentence: "Again." }), says(200, { id: "A" })];
  assert.deepEqual(await passing(persistently(() => post("/x"))), { id: "A" });
  answers = [lost, says(410, { code: "link_used", sentence: "Used." }), says(200, {})];
  await assert.rejects(passing(persistently(() => post("/x"))), { code: "link_used" });
  assert.equal(answers.length, 1);
  answers = Array(20).fill(lost);
  await assert.rejects(passing(persistently(() => post("/x"))), { code: "unreachable" });
  assert.ok(answers.length > 10, "but not for ever");
});
