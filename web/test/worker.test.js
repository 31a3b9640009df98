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

/** Where a browser keeps answers, by name and address. */
class Caches {
  /** @type {Map<string, Map<string, Response>>} */
  all = new Map();

  async open(/** @type {string} */ name) {
    const kept = this.all.get(name) ?? this.all.set(name, new Map()).get(name) ?? new Map();
    const key = (/** @type {any} */ asked) => new URL(asked.url ?? asked, ORIGIN).pathname;
    return {
      match: async (/** @type {any} */ asked) => kept.get(key(asked))?.clone(),
      put: async (/** @type {any} */ asked, /** @type {Response} */ answer) => void kept.set(key(asked), answer),
      delete: async (/** @type {any} */ asked) => kept.delete(key(asked)),
      keys: async () => [...kept.keys()].map((path) => ({ url: ORIGIN + path })),
    };
  }

  async match(/** @type {string} */ path) {
    return [...this.all.values()]
      .map((kept) => kept.get(path))
      .find(Boolean)
      ?.clone();
  }

  async delete(/** @type {string} */ name) {
    return this.all.delete(name);
  }

  async keys() {
    return [...this.all.keys()];
  }

  /** The addresses that are kept. */
  get addresses() {
    return [...this.all.values()].flatMap((kept) => [...kept.keys()]);
  }
}

const ORIGIN = "https://thicket.example";
const FILES = "/static/2";

/** The worker among stand-ins for a network and for what a browser keeps. */
function onDevice() {
  /** @type {Map<string, (event: object) => void>} */
  const listeners = new Map();
  const caches = new Caches();
  /** @type {string[]} */
  const asked = [];
  const network = { up: true, reader: "ann", asked };
  const fetch = async (/** @type {any} */ request) => {
    const path = new URL(request.url ?? request, ORIGIN).pathname;
    if (!network.up) throw new TypeError("Failed to fetch");
    network.asked.push(path);
    if (path.startsWith(FILES)) return new Response(`file ${path}`, { headers: { "cache-control": "public, immutable" } });
    const html = `<html lang="en"><link href="${FILES}/plain.css"><script type="application/json" id="table">{"of":"${network.reader}"}</script>`;
    return new Response(html, { headers: { "thicket-reader": network.reader } });
  };
  const self = {
    FILES,
    ADDRESSES: ["/rules"],
    addEventListener: (/** @type {string} */ type, /** @type {any} */ listener) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    registration: {},
  };
  const late = () => {};
  runInContext(SOURCE, createContext({ self, navigator: {}, caches, fetch, URL, Response, Headers, location: { origin: ORIGIN }, setTimeout: late }));
  /** @type {(type: string, event?: object) => Promise<Response | undefined>} the answer, if the worker gives one */
  const dispatch = async (type, event = {}) => {
    /** @type {Promise<unknown>[]} */
    const waited = [];
    /** @type {Promise<Response> | undefined} */
    let answer;
    const work = {
      waitUntil: (/** @type {Promise<unknown>} */ done) => waited.push(done),
      respondWith: (/** @type {Promise<Response>} */ given) => (answer = given),
    };
    listeners.get(type)?.({ ...event, ...work });
    const response = await answer;
    await Promise.all(waited);
    return response;
  };
  const ask = (/** @type {string} */ path, mode = "navigate", method = "GET") => dispatch("fetch", { request: { method, mode, url: ORIGIN + path } });
  return { ask, dispatch, caches, network };
}

test("a table is shown as it was seen last, to its reader alone", async () => {
  const { ask, dispatch, caches, network } = onDevice();
  const path = "/g/abc";
  await ask(path);
  await dispatch("message", { data: { path, view: { of: "<ann>", seq: 7 } } });
  network.up = false;
  const copy = await (await ask(`${path}?turn=3`))?.text();
  assert.match(copy ?? "", /^<html data-kept="\d+" lang="en">.*id="table">\{"of":"\\u003cann>","seq":7\}<\/script>$/);
  network.up = true;
  network.reader = "nobody";
  await ask("/");
  assert.ok(!caches.addresses.includes(path), "it is kept for somebody else");
  await dispatch("message", { data: { path, view: { of: "ann", seq: 8 } } });
  assert.ok(!caches.addresses.includes(path), "a page that was open brings it back");
});

test("only as many tables are kept as were seen last", async () => {
  const { ask, caches } = onDevice();
  for (let n = 0; n < 40; n += 1) await ask(`/g/table${n}`);
  const tables = caches.addresses.filter((path) => path.startsWith("/g/"));
  assert.deepEqual([tables.length, tables[0]], [30, "/g/table10"]);
});

test("rules are kept with what they need, a version takes the place of the one before, and nothing else is kept", async () => {
  const { ask, dispatch, caches, network } = onDevice();
  await caches.open("/static/1");
  await dispatch("install");
  await dispatch("activate");
  await dispatch("message", { data: { path: "/my", files: [`${FILES}/js/pages/my.js`, "/lists/my"] } });
  for (const path of ["/", "/my", "/session", "/records", "/g/abc/explore"]) await ask(path);
  const kept = [`${FILES}/plain.css`, "/offline", `${FILES}/js/pages/my.js`, "/rules", "/thicket-reader"];
  assert.deepEqual(caches.addresses, kept);
  network.asked.length = 0;
  assert.equal(await (await ask(`${FILES}/plain.css`, "no-cors"))?.text(), `file ${FILES}/plain.css`);
  assert.deepEqual(network.asked, [], "a file that does not change is fetched again");
  for (const path of ["/api/tables", "/lists/my", "/static/1/plain.css"]) assert.equal(await ask(path, "cors"), undefined, path);
  assert.equal(await ask("/tables", "navigate", "POST"), undefined);
  network.up = false;
  assert.equal(await (await ask("/rules"))?.text(), await (await caches.match("/rules"))?.text());
  assert.equal(await (await ask("/my"))?.text(), await (await caches.match("/offline"))?.text());
});

const NOTICE = JSON.stringify({ table: "abc", title: "Your turn", body: "Bushka with Ben", waiting: 2 });
const OPEN = "https://thicket.example/g/abc?turn=3";

test("a notice that comes twice is shown once, and a later one about the same turn again", async () => {
  const browser = inBrowser();
  const notice = (/** @type {object} */ changed) => browser.push(JSON.stringify({ ...JSON.parse(NOTICE), seq: 7, ...changed }));
  await notice({});
  const [first] = browser.shown();
  await notice({});
  assert.equal(browser.shown()[0], first, "it is not shown anew");
  await notice({ title: "One hour is left for your turn" });
  assert.equal(browser.shown()[0]?.title, "One hour is left for your turn");
  await notice({ seq: 9 });
  assert.equal(browser.shown()[0]?.title, "Your turn");
});

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

test("a notice of a tournament is shown, and a tap goes there", async () => {
  const tournament = "0190b3c2-1111-7aaa-8bbb-0123456789ab";
  const browser = inBrowser();
  await browser.push(JSON.stringify({ tournament, seq: 1, title: "Your tournament begins soon", body: "Spring Cup", waiting: 0 }));
  const [shown] = browser.shown();
  assert.deepEqual([shown?.title, shown?.tag], ["Your tournament begins soon", `tournament-${tournament}`]);
  await browser.dispatch("notificationclick", { notification: { .../** @type {any} */ (shown), close: () => {} } });
  assert.deepEqual(browser.done, [
    ["badge", 0],
    ["open", `/tournaments/${tournament}`],
  ]);
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
    '{"tournament":"../x","title":"a"}',
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
