import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { PlyAddress } from "../js/panels/ply-address.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** An address bar, and the ply that is looked at. */
function opened(hash = "", search = "") {
  const location = { hash, pathname: "/g/code", search };
  /** @type {string[]} */
  const written = [];
  /** @type {string[]} */
  const pushed = [];
  const history = {
    /** @type {(state: unknown, title: string, to: string) => void} */
    replaceState(_state, _title, to) {
      written.push(to);
      location.hash = to.includes("#") ? to.slice(to.indexOf("#")) : "";
    },
    /** @type {(state: unknown, title: string, to: string) => void} */
    pushState(_state, _title, to) {
      pushed.push(to);
      location.hash = to;
    },
  };
  /** @type {(number | null)[]} */
  const looked = [];
  const address = new PlyAddress((n) => looked.push(n), /** @type {any} */ ({ location, history }));
  address.follow();
  return { address, location, written, pushed, looked };
}

test("the address says where to begin, and follows what is looked at", () => {
  const { address, written, looked } = opened("#12");
  assert.deepEqual(looked, [12]);
  address.write(13);
  address.write(14);
  mock.timers.tick(1000);
  address.write(null);
  mock.timers.tick(1000);
  assert.deepEqual(written, ["#14", "/g/code"]);
});

test("a turn that is clicked is in the address at once, whatever was about to be written", () => {
  const { address, location, written, pushed, looked } = opened();
  address.write(7);
  address.go(3);
  // The panel says what it shows now, as after every change.
  address.write(3);
  assert.equal(location.hash, "#3");
  mock.timers.tick(1000);
  assert.deepEqual({ written, pushed, looked }, { written: [], pushed: ["#3"], looked: [3] });
  address.write(null);
  mock.timers.tick(1000);
  assert.deepEqual(written, ["/g/code"], "and later it is written again");
});

test("an address that is changed while the address is about to be written is not overtaken", () => {
  const { address, location, written, looked } = opened();
  address.write(7);
  // The browser changes the address at once, and tells of it in a later task.
  location.hash = "#3";
  mock.timers.tick(1000);
  assert.deepEqual(written, []);
  address.follow();
  assert.deepEqual(looked, [3]);
  address.write(3);
  mock.timers.tick(1000);
  assert.equal(location.hash, "#3");
  address.write(4);
  mock.timers.tick(1000);
  assert.equal(location.hash, "#4", "and later it is written again");
});

test("a link names the ply in its query, which becomes the part behind the #", () => {
  const { looked, written } = opened("", "?turn=12");
  assert.deepEqual([looked, written], [[12], ["/g/code#12"]]);
});
