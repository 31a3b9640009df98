// The server draws pieces for its pictures as the page draws them: both are held to pieces.jsonl, which a test of the server writes.

/** @import { KindView, PieceView } from "../protocol.js" */
/** @import { Diagram } from "../js/model/timeline.js" */
/** @import { Leaf } from "../tools/dom-stub.mjs" */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createBoard } from "../js/board/board.js";
import { pieceOf } from "../js/board/picture.js";
import { renderDiagram } from "../js/board/render.js";
import { NO_MARKS } from "../js/board/state.js";
import { stubDom } from "../tools/dom-stub.mjs";
import { kind } from "./sample.js";

stubDom();

/** @type {{ kind: string, colours: string[], piece?: PieceView, control?: number, svg: string }[]} */
const samples = readFileSync(new URL("pieces.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** Without the letter that can stand in the place of a mark, and without the groups that keep things upright on a rotated board. @param {unknown} element */
function asPicture(element) {
  const root = /** @type {Leaf} */ (element);
  root.withClass("letter").forEach((letter) => letter.remove());
  return String(root)
    .replace(/<g( transform="rotate\(-?\d+\)")?><g class="upright"\/><\/g>/, "")
    .replace(/<g class="upright">(.*)<\/g><\/g>$/, "$1</g>");
}

/** @type {(view: KindView, seat: number) => unknown} */
function capOf(view, seat) {
  const board = createBoard(view, () => {});
  renderDiagram(board, /** @type {Diagram} */ ({ pieces: new Map(), control: new Map([[0, seat]]), tallies: [] }), NO_MARKS);
  const [cap] = /** @type {Leaf} */ (/** @type {unknown} */ (board.drawing.position)).withClass("control");
  cap.removeAttribute("transform");
  return cap;
}

test("pieces and caps are drawn as in the server's pictures", () => {
  assert.ok(samples.length > 50);
  for (const { kind: name, colours, piece, control = 0, svg } of samples) {
    const view = { ...kind(), name, colours };
    const drawn = piece ? pieceOf(view, piece) : capOf(view, control);
    assert.equal(asPicture(drawn), svg, JSON.stringify({ name, piece, control }));
  }
});
