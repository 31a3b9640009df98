import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { takeLink } from "../js/net/transfer.js";
import { ann } from "./sample.js";

const realFetch = globalThis.fetch;
/** @type {{ path: string, body: any }[]} */
let requests;
/** How many answers to the taking are lost on their way. @type {number} */
let lost;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  requests = [];
  lost = 0;
  globalThis.location = /** @type {any} */ ({ pathname: "/g/code" });
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path, /** @type {{ body: string }} */ { body }) => {
      requests.push({ path, body: JSON.parse(body) });
      if (path.endsWith("/take") && lost > 0) {
        lost -= 1;
        throw new TypeError("network");
      }
      return { ok: true, status: 200, json: async () => ann };
    }
  );
});
afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = realFetch;
  Reflect.deleteProperty(globalThis, "location");
});

/** Lets the pauses between requests pass. @param {Promise<void>} taking */
async function passing(taking) {
  let done = false;
  taking.finally(() => (done = true));
  while (!done) {
    mock.timers.tick(5_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a newcomer is named before the seat is taken, and asks again with the same secret when the answer is lost", async () => {
  lost = 2;
  await passing(takeLink("s3cret", "Ben", null));
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["/guest", ...Array(3).fill("/g/code/transfer/take")],
  );
  assert.equal(requests[0].body.name, "Ben");
  assert.ok(requests.slice(1).every(({ body }) => body.secret === "s3cret"));
});

test("whoever has a name keeps it", async () => {
  await passing(takeLink("s3cret", "Ben", ann));
  assert.deepEqual(
    requests.map(({ path }) => path),
    ["/g/code/transfer/take"],
  );
});
