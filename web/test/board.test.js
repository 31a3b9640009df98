/** @import { ChangeView, DiagramView, PieceView } from "../protocol.js" */
/** @import { Board } from "../js/board/state.js" */
/** @import { Leaf } from "../tools/dom-stub.mjs" */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { createBoard, rotateBoard } from "../js/board/board.js";
import { pieceOf } from "../js/board/picture.js";
import { renderDiagram } from "../js/board/render.js";
import { NO_MARKS } from "../js/board/state.js";
import { after, diagramOf } from "../js/model/timeline.js";
import { stubDom } from "../tools/dom-stub.mjs";
import { cell, kind, piece, put } from "./sample.js";

stubDom();
beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** A pawn on a token in the middle, and a token beside it. @type {DiagramView["pieces"]} */
const START = [
  [cell("b2"), piece(1, "token")],
  [cell("b2"), piece(1, "pawn")],
  [cell("c2"), piece(1, "token")],
];

function shown(pieces = START, rotation = 0) {
  const board = createBoard(kind(), () => {});
  rotateBoard(board, rotation);
  const diagram = diagramOf({ pieces, control: [], tallies: [[9, 9]] });
  renderDiagram(board, diagram, NO_MARKS);
  return { board, diagram, drawing: leafOf(board.drawing.position) };
}

/** What the stub of the document made of a drawing. @type {(element: SVGElement) => Leaf} */
const leafOf = (element) => /** @type {any} */ (element);

/** What is drawn: the pieces from the lowest to the highest, with their places. @param {Board} board */
const drawn = (board) =>
  leafOf(board.drawing.position)
    .withClass("place")
    .map((place) => {
      const [drawing] = place.withClass("piece");
      return `${drawing.getAttribute("data-symbol")} ${drawing.classList.contains("white") ? "white" : "red"} ${place.style.transform}${place.classList.contains("gone") ? " gone" : ""}`;
    });

/** @type {(from: string, to: string, what?: PieceView) => ChangeView} */
const moved = (from, to, what = piece(1, "pawn")) => ({ c: "moved", piece: what, from: cell(from), to: cell(to) });
/** @type {(name: string, from: number, to: number) => ChangeView} */
const flipped = (name, from, to) => ({ c: "flipped", cell: cell(name), from: piece(from, "token"), to: piece(to, "token") });

test("what stands on something is drawn after all that lies on the board, and a little higher", () => {
  assert.deepEqual(drawn(shown().board), ["token white translate(1.5px, 1.5px)", "token white translate(2.5px, 1.5px)", "pawn white translate(1.5px, 1.36px)"]);
});

test("higher is higher on the screen, however the board is rotated", () => {
  assert.equal(drawn(shown(START, 180).board)[2], "pawn white translate(1.5px, 1.64px)");
  assert.equal(drawn(shown(START, 90).board)[2], "pawn white translate(1.36px, 1.5px)");
  const { board } = shown();
  rotateBoard(board, 180);
  assert.equal(drawn(board)[2], "pawn white translate(1.5px, 1.64px)", "also if it is rotated while pieces stand on it");
});

test("a pawn that moves takes its drawing along, and its token stays", () => {
  const { board, diagram, drawing } = shown();
  const pawn = drawing.withClass("place")[2];
  renderDiagram(board, after(diagram, [moved("b2", "c2")]), NO_MARKS, [moved("b2", "c2")]);
  assert.equal(drawing.withClass("place")[2], pawn);
  assert.deepEqual(drawn(board).slice(2), ["pawn white translate(2.5px, 1.36px)"]);
});

test("a move that nobody announced slides as well: staged, and taken back", () => {
  const { board, diagram, drawing } = shown();
  const pawn = drawing.withClass("place")[2];
  renderDiagram(board, after(diagram, [put("a1", 1, "token"), moved("b2", "c2")]), NO_MARKS);
  renderDiagram(board, diagram, NO_MARKS);
  const left = drawing.withClass("place").filter((place) => !place.classList.contains("gone"));
  assert.ok(left.includes(pawn));
  assert.equal(left.length, 3);
});

test("a token that is flipped turns where it lies, under a pawn as well", () => {
  const { board, diagram, drawing } = shown();
  renderDiagram(board, after(diagram, [flipped("c2", 1, 2), flipped("b2", 1, 2)]), NO_MARKS, [flipped("c2", 1, 2), flipped("b2", 1, 2)]);
  const turning = drawing.withClass("turning").map((place) => place.style.transform);
  const turned = drawing.withClass("turned").map((place) => place.style.transform);
  assert.deepEqual(turned.sort(), ["translate(1.5px, 1.5px)", "translate(2.5px, 1.5px)"]);
  assert.deepEqual(turning.sort(), turned.sort());
  assert.equal(drawing.withClass("place").filter((place) => place.withClass("piece")[0].getAttribute("data-symbol") === "pawn").length, 1);
});

test("cells that can be touched are pointed out, those with pieces by their outline", () => {
  const { board, diagram, drawing } = shown();
  renderDiagram(board, diagram, { ...NO_MARKS, targets: new Set([cell("c2"), cell("a1")]) });
  assert.equal(drawing.withClass("hint").length, 1);
  assert.equal(drawing.withClass("point").length, 1);
  const free = ["a3", "b3", "c3", "a2", "a1", "b1", "c1"].map(cell);
  renderDiagram(board, diagram, { ...NO_MARKS, targets: new Set(free) });
  assert.equal(drawing.withClass("point").length, 0, "every free cell: that says nothing");
});

/** The turns that a part of a drawing is given, from the outside in. @type {(element: Leaf, name: string) => number[]} */
function turns(element, name) {
  /** @type {(leaf: Leaf | null) => Leaf[]} */
  const path = (leaf) => (leaf === null ? [] : [...path(leaf.parentNode), leaf]);
  const [leaf] = element.withClass(name);
  return path(leaf)
    .flatMap((leaf) => (leaf.getAttribute("transform") ?? "").match(/rotate\((-?\d+)\)/)?.[1] ?? [])
    .map(Number);
}

test("a piece that points somewhere lies that way; its mark goes with it by quarter turns, its letter stands", () => {
  for (const [facing, mark] of [
    [0, 0],
    [90, 90],
    [180, 180],
    [270, 270],
    [60, 90],
    [30, 0],
  ]) {
    const drawing = leafOf(pieceOf(kind(), { symbol: "small", seat: 1, facing }));
    const sum = (/** @type {string} */ name) => turns(drawing, name).reduce((all, turn) => all + turn, 0);
    assert.deepEqual([facing, sum("mark"), sum("letter")], [facing, mark, 0]);
    assert.equal(turns(drawing, "spot")[0], facing);
  }
});

test("a piece of nobody has no mark, also if it points somewhere", () => {
  for (const facing of [null, 90]) {
    const drawing = leafOf(pieceOf(kind(), { symbol: "base", seat: null, facing }));
    assert.equal(drawing.withClass("mark").length + drawing.withClass("letter").length, 0);
  }
});
