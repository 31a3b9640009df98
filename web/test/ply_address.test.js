import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { PlyAddress } from "../js/panels/ply-address.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** An address bar, and the ply that is looked at. */
function opened(hash = "") {
  const location = { hash, pathname: "/g/code", search: "" };
  /** @type {string[]} */
  const written = [];
  const history = {
    /** @type {(state: unknown, title: string, to: string) => void} */
    replaceState(_state, _title, to) {
      written.push(to);
      location.hash = to.startsWith("#") ? to : "";
    },
  };
  /** @type {(number | null)[]} */
  const looked = [];
  const address = new PlyAddress((n) => looked.push(n), /** @type {any} */ ({ location, history }));
  address.follow();
  return { address, location, written, looked };
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

test("a link that is followed while the address is about to be written is not overtaken", () => {
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
