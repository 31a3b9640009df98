import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { TimesLeft } from "../js/pages/times-left.js";
import { timeLeftAt } from "../js/sentences/lists.js";

/** @type {any} */
const globals = globalThis;
const { document } = globals;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

beforeEach(() => {
  mock.timers.enable({ apis: ["setInterval", "Date"], now: 1_000_000 });
  globals.document = { addEventListener: () => {} };
});
afterEach(() => {
  mock.timers.reset();
  globals.document = document;
});

// The same as in server/src/clock_words.rs.
test("the time that is left is said in the largest unit of which there are two", () => {
  for (const [ms, words] of /** @type {[number, string][]} */ ([
    [-5, "less than a minute left"],
    [MINUTE - 1, "less than a minute left"],
    [MINUTE, "1 minute left"],
    [2 * HOUR - 1, "119 minutes left"],
    [2 * HOUR, "2 hours left"],
    [2 * DAY - 1, "47 hours left"],
    [2 * DAY, "2 days left"],
  ])) {
    assert.equal(timeLeftAt(ms, false), words);
  }
  assert.equal(timeLeftAt(5 * HOUR, true), "only 5 hours left");
  assert.equal(timeLeftAt(9, true), "less than a minute left");
});

test("the times of an open page are right by the server's clock, and say when they become short", () => {
  // The clock of this device is an hour behind.
  const now = 1_000_000 + HOUR;
  const classes = new Set();
  const toggle = (/** @type {string} */ name, /** @type {boolean} */ on) => (on ? classes.add(name) : classes.delete(name));
  const element = {
    dataset: { until: String(now + 2 * MINUTE), lowFrom: String(now + MINUTE) },
    classList: { toggle },
    textContent: "2 minutes left",
    replaceChildren: (/** @type {string} */ text) => (element.textContent = text),
  };
  const list = { dataset: { now: String(now) }, querySelectorAll: () => [element] };
  new TimesLeft(/** @type {any} */ (list));
  mock.timers.tick(50_000);
  assert.deepEqual([element.textContent, classes.has("low")], ["1 minute left", false]);
  mock.timers.tick(10_000);
  assert.deepEqual([element.textContent, classes.has("low")], ["only 1 minute left", true]);
  mock.timers.tick(60_000);
  assert.equal(element.textContent, "less than a minute left");
});
