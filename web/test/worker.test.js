import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const SOURCE = readFileSync(new URL("../worker/worker.js", import.meta.url), "utf8");

/** The worker among stand-ins for a browser, and what it has done there. @param {{ url: string, visibilityState: string }[]} windows */
function inBrowser(windows = []) {
  /** @type {Map<string, (event: object) => void>} */
  const listeners = new Map();
  /** @type {any[]} */
  const done = [];
  /** @type {{ title: string, tag: string, close: () => void }[]} */
  let shown = [];
  const registration = {
    showNotification: async (/** @type {string} */ title, /** @type {any} */ { tag, ...options }) => {
      const notification = { title, tag, ...options, close: () => (shown = shown.filter((other) => other !== notification)) };
      shown = [...shown.filter((other) => other.tag !== tag), notification];
    },
    getNotifications: async (/** @type {{ tag: string }} */ { tag }) => shown.filter((other) => other.tag === tag),
    pushManager: { subscribe: async (/** @type {any} */ { key }) => ({ toJSON: () => ({ endpoint: `new-${key}`, keys: { p256dh: "p", auth: "a" } }) }) },
  };
  const clients = {
    matchAll: async () => windows.map((open) => ({ ...open, focus: async () => done.push(["focus", open.url]) })),
    openWindow: async (/** @type {string} */ url) => done.push(["open", url]),
  };
  const self = { addEventListener: (/** @type {string} */ type, /** @type {any} */ listener) => listeners.set(type, listener), registration, clients };
  const navigator = { setAppBadge: (/** @type {number} */ n) => done.push(["badge", n]), clearAppBadge: () => done.push(["badge", 0]) };
  const fetch = async (/** @type {string} */ url, /** @type {any} */ { body }) => done.push(["fetch", url, JSON.parse(body)]);
  runInContext(SOURCE, createContext({ self, navigator, fetch, URL }));
  /** @type {(type: string, event: object) => Promise<void>} */
  const dispatch = async (type, event) => {
    /** @type {Promise<unknown>[]} */
    const waited = [];
    listeners.get(type)?.({ ...event, waitUntil: (/** @type {Promise<unknown>} */ work) => waited.push(work) });
    await Promise.all(waited);
  };
  const push = (/** @type {string | null} */ text) => dispatch("push", { data: text === null ? null : { json: () => JSON.parse(text) } });
  return { push, dispatch, done, shown: () => shown };
}

const NOTICE = JSON.stringify({ table: "abc", title: "Your turn", body: "Bushka with Ben", waiting: 2 });
const OPEN = "https://thicket.example/g/abc?turn=3";

test("a notice of a table is shown with its number on the icon, and closed when the turn was played elsewhere", async () => {
  const browser = inBrowser([{ url: OPEN, visibilityState: "hidden" }]);
  await browser.push(NOTICE);
  await browser.push(NOTICE);
  assert.deepEqual(
    browser.shown().map(({ title, tag }) => [title, tag]),
    [["Your turn", "table-abc"]],
  );
  await browser.push('{"close":"other","waiting":1}');
  assert.equal(browser.shown().length, 1);
  await browser.push('{"close":"abc","waiting":0}');
  assert.equal(browser.shown().length, 0);
  assert.deepEqual(
    browser.done.map(([, count]) => count),
    [2, 2, 1, 0],
  );
});

test("no notice is shown while its table is in sight", async () => {
  const browser = inBrowser([{ url: OPEN, visibilityState: "visible" }]);
  await browser.push(NOTICE);
  assert.equal(browser.shown().length, 0);
});

test("messages that are none of ours show nothing", async () => {
  const browser = inBrowser();
  for (const text of [
    null,
    "",
    "x",
    "null",
    "7",
    "[]",
    '{"table":"../x","title":"a"}',
    '{"table":7,"title":"a"}',
    '{"table":"abc","title":{}}',
    '{"close":"*"}',
  ]) {
    await browser.push(text);
  }
  assert.deepEqual([browser.shown(), browser.done], [[], []]);
});

test("a tap goes to the table where it is open, and opens it elsewhere", async () => {
  for (const [windows, expected] of /** @type {const} */ ([
    [[{ url: OPEN, visibilityState: "hidden" }], ["focus", OPEN]],
    [[{ url: "https://thicket.example/my", visibilityState: "visible" }], ["open", "/g/abc"]],
  ])) {
    const browser = inBrowser([...windows]);
    let closed = false;
    await browser.dispatch("notificationclick", { notification: { data: { table: "abc" }, close: () => (closed = true) } });
    assert.deepEqual([browser.done, closed], [[expected], true]);
  }
});

test("a subscription that ends is replaced, and the server is told of both", async () => {
  const browser = inBrowser();
  await browser.dispatch("pushsubscriptionchange", { oldSubscription: { endpoint: "old", options: { key: "k" } }, newSubscription: null });
  await browser.dispatch("pushsubscriptionchange", { oldSubscription: null, newSubscription: null });
  const keys = { p256dh: "p", auth: "a" };
  assert.deepEqual(browser.done, [["fetch", "/session/push", { endpoint: "new-k", keys, was: "old" }]]);
});
