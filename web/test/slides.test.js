/** @import { PieceView } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { slides } from "../js/board/slides.js";
import { piece } from "./sample.js";

const [white, red] = [piece(1), piece(2)];
/** @type {(entries: [number, PieceView[]][]) => Map<number, PieceView[]>} */
const board = (entries) => new Map(entries);

test("the only piece of its sort that left and came has moved", () => {
  assert.deepEqual(
    slides(
      board([
        [3, [white]],
        [4, [red]],
      ]),
      board([
        [4, [red]],
        [5, [white]],
      ]),
    ),
    [[3, 5]],
  );
});

test("two that might have moved do not", () => {
  assert.deepEqual(
    slides(
      board([
        [3, [white]],
        [4, [white]],
      ]),
      board([[5, [white]]]),
    ),
    [],
  );
  assert.deepEqual(
    slides(
      board([[3, [white]]]),
      board([
        [5, [white]],
        [6, [white]],
      ]),
    ),
    [],
  );
  assert.deepEqual(slides(board([[3, [white]]]), board([[5, [red]]])), []);
});

test("the top of a stack moves; what is turned over stays where it is", () => {
  const pawn = piece(1, "pawn");
  const before = board([
    [3, [white, pawn]],
    [4, [red]],
    [5, [white]],
  ]);
  const now = board([
    [3, [white]],
    [4, [white]],
    [5, [white, pawn]],
  ]);
  assert.deepEqual(slides(before, now), [[3, 5]]);
  assert.deepEqual(
    slides(
      board([
        [3, [white]],
        [4, [red]],
      ]),
      board([
        [3, [red]],
        [4, [white]],
      ]),
    ),
    [],
  );
});

test("nothing moves where nothing has changed", () => {
  const same = board([[3, [white]]]);
  assert.deepEqual(slides(same, same), []);
});
