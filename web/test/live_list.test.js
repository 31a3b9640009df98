import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { LiveList } from "../js/pages/live-list.js";

/** @type {any} */
const globals = globalThis;
const { fetch, DOMParser, document, HTMLImageElement } = globals;
/** A picture, which counts how often it is loaded. */
class Picture {
  isConnected = true;
  loads = 0;
  get src() {
    return "/board.svg";
  }
  set src(_) {
    this.loads += 1;
  }
}
/** Says that a picture of the list could not be loaded. @type {(event: { target: Picture }) => void} */
let failed;
/** @type {((version: string | null) => void)[]} answers the requests that are under way: with a version, or with a failure */
let requests;
/** The element that stands for a list: its version is all that is in it. @param {string} version */
const element = (version) => ({ id: "lobby", dataset: { list: "/lists/lobby", version }, innerHTML: version, childNodes: [version] });
/** @type {any} */
let root;
/** @type {LiveList} */
let list;

beforeEach(() => {
  requests = [];
  mock.timers.enable({ apis: ["setTimeout"] });
  globals.fetch = (/** @type {string} */ path) => {
    assert.equal(path, "/lists/lobby");
    return new Promise((resolve, reject) => {
      requests.push((version) => (version === null ? reject(new TypeError("network")) : resolve({ ok: true, text: async () => version })));
    });
  };
  globals.DOMParser = class {
    parseFromString = (/** @type {string} */ text) => ({ body: { firstElementChild: text === "" ? null : element(text) } });
  };
  globals.document = { activeElement: null };
  globals.HTMLImageElement = Picture;
  root = {
    ...element("1"),
    contains: () => false,
    addEventListener: (/** @type {string} */ _type, /** @type {typeof failed} */ listener) => (failed = listener),
    querySelectorAll: () => [],
    replaceChildren: (/** @type {string} */ version) => (root.innerHTML = version),
  };
  list = new LiveList(root);
});
afterEach(() => {
  mock.timers.reset();
  Object.assign(globals, { fetch, DOMParser, document, HTMLImageElement });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Answers the only request that is under way. @param {string | null} version */
async function answer(version) {
  await settled();
  assert.equal(requests.length, 1);
  requests.pop()?.(version);
  await settled();
}

/** Lets this time pass. @param {number} ms */
async function pass(ms) {
  mock.timers.tick(ms);
  await settled();
}

test("a list that is the newest is not fetched", async () => {
  list.changed("1");
  await settled();
  assert.equal(requests.length, 0);
});

test("of many changes the last is seen, with one request at a time and one a second", async () => {
  for (const version of ["2", "3", "4"]) list.changed(version);
  await answer("4");
  assert.equal(root.innerHTML, "4");
  for (const version of ["5", "6"]) list.changed(version);
  await pass(999);
  assert.equal(requests.length, 0);
  await pass(1);
  list.changed("7");
  await answer("6");
  assert.equal(root.innerHTML, "6");
  await pass(1_000);
  await answer("7");
  await pass(60_000);
  assert.equal(requests.length, 0);
  assert.deepEqual([root.innerHTML, root.dataset.version], ["7", "7"]);
});

test("what fails, or comes from a node that is behind, is fetched again more and more seldom", async () => {
  mock.method(Math, "random", () => 0.5);
  list.changed("2");
  for (const [pause, version] of /** @type {const} */ ([
    [2_000, null],
    [4_000, ""],
    [8_000, "1"],
    [16_000, null],
    [30_000, null],
    [30_000, null],
  ])) {
    await answer(version);
    await pass(pause - 1);
    assert.equal(requests.length, 0, `after ${pause} ms`);
    await pass(1);
  }
  await answer("2");
  assert.equal(root.innerHTML, "2");
  list.changed("3");
  await pass(1_000);
  await answer("3");
  assert.equal(root.innerHTML, "3");
});

test("a picture that cannot be loaded is loaded again more and more seldom, as long as it is there", async () => {
  const picture = new Picture();
  for (const [at, pause] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    failed({ target: picture });
    await pass(pause - 1);
    assert.equal(picture.loads, at);
    await pass(1);
    assert.equal(picture.loads, at + 1);
  }
  const gone = Object.assign(new Picture(), { isConnected: false });
  failed({ target: gone });
  await pass(1_000);
  assert.equal(gone.loads, 0);
});
