/** @import { State } from "../js/model/session.js" */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Session } from "../js/model/session.js";
import { Panels } from "../js/panels/panels.js";
import { page, ply, put } from "./sample.js";

/** @type {() => void} */
let paint;
beforeEach(() => {
  globalThis.document = /** @type {any} */ ({ hidden: false, getElementById: (/** @type {string} */ id) => (id === "missing" ? null : { id }) });
  globalThis.requestAnimationFrame = (callback) => {
    paint = () => callback(0);
    return 1;
  };
  globalThis.cancelAnimationFrame = () => {};
});
afterEach(() => {
  for (const name of ["document", "requestAnimationFrame", "cancelAnimationFrame"]) Reflect.deleteProperty(globalThis, name);
});

/** A page with two panels that record what they are shown. */
function mounted() {
  /** @type {[string, number, number | null][]} */
  const shown = [];
  const panel = (/** @type {string} */ root) =>
    class {
      static root = root;
      /** @type {(state: State, previous: State | null) => void} */
      update(state, previous) {
        shown.push([root, state.table.plies.length, previous?.table.plies.length ?? null]);
      }
    };
  const session = new Session(page(), { send: () => {}, changed: () => panels.update() });
  const panels = new Panels(session);
  panels.mount([panel("board"), panel("missing"), panel("words")]);
  const play = (/** @type {number} */ n) => {
    session.receive({ t: "event", seq: session.room.seq + 1, at: 0, event: { e: "played", ply: ply(1 + (n % 2), "a1", [put("a1", 1)]), ending: null } });
    panels.received();
  };
  return { session, panels, shown, play };
}

test("panels are shown in their order, and those without an element on the page are left out", () => {
  assert.deepEqual(mounted().shown, [
    ["board", 0, null],
    ["words", 0, null],
  ]);
});

test("a turn is on the board one frame before everything written about it", async () => {
  const { panels, shown, play } = mounted();
  shown.length = 0;
  play(0);
  // Whatever else arrives meanwhile waits for the paint as well; another turn goes to the board.
  panels.received();
  play(1);
  assert.deepEqual(shown, [
    ["board", 1, 0],
    ["board", 2, 1],
  ]);
  paint();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(shown.slice(2), [
    ["board", 2, 2],
    ["words", 2, 0],
  ]);
});

test("what is done here is shown at once", () => {
  const { session, shown, play } = mounted();
  play(0);
  shown.length = 0;
  session.view.goTo(0);
  assert.deepEqual(
    shown.map(([root]) => root),
    ["board", "words"],
  );
});
