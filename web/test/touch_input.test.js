import assert from "node:assert/strict";
import { test } from "node:test";
import { TouchInput } from "../js/board/touch-input.js";

/** A board of cells in a row, each 40 pixels wide, that can be moved; and a finger on it. @param {boolean} careful whether a touch only aims */
function touched(careful) {
  /** @type {{ [type in string]: (event: object) => void }} */
  const listeners = {};
  const board = {
    left: 0,
    element: {
      addEventListener: (/** @type {string} */ type, /** @type {(event: object) => void} */ listen) => (listeners[type] = listen),
      setPointerCapture: () => {},
      style: {},
    },
    camera: { k: 1 },
    cellAt: (/** @type {number} */ x) => Math.floor((x - board.left) / 40),
    aim: () => {},
  };
  /** @type {number[]} */
  const cells = [];
  const aim = { targets: new Set([0, 1, 2, 3]), waits: false, cell: null, touch: (/** @type {number} */ cell) => cells.push(cell) };
  const loupe = { show: () => {}, hide: () => {} };
  const input = new TouchInput(/** @type {any} */ (board), /** @type {any} */ (aim), /** @type {any} */ (loupe), { careful: () => careful, zoomed: () => {} });
  const finger = (/** @type {string} */ type, /** @type {number} */ x) =>
    listeners[`pointer${type}`]({ pointerType: "touch", pointerId: 1, clientX: x, clientY: 0 });
  return { board, aim, input, cells, finger };
}

for (const careful of [false, true]) {
  test(`a touch is of the cell that it came down on, also if the board moves before the finger is lifted (careful: ${careful})`, () => {
    const { board, cells, finger } = touched(careful);
    finger("down", 50);
    board.left = 40;
    finger("up", 50);
    assert.deepEqual(cells, [1]);
    // The next touch at the same place is of what is there then.
    finger("down", 50);
    finger("up", 50);
    assert.deepEqual(cells, [1, 0]);
  });
}

test("whoever aims chooses the cell where the finger is lifted", () => {
  const { cells, finger } = touched(true);
  finger("down", 50);
  finger("move", 100);
  finger("up", 100);
  assert.deepEqual(cells, [2]);
});

test("a finger that rests aims as well before it is known what can be chosen", () => {
  const { aim, input, cells, finger } = touched(true);
  aim.targets.clear();
  finger("down", 50);
  assert.equal(input.release(1), true, "it is not our turn: the finger may draw");
  aim.waits = true;
  finger("down", 50);
  assert.equal(input.release(1), false, "the server has not answered yet");
  finger("up", 50);
  assert.deepEqual(cells, [1]);
});
