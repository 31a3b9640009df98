// A turn drawn on the board without being played, since it is suggested or was played there: pieces where they would be put,
// arrows along the ways of those that would move, and crosses on those that a suggested turn would capture.

/** @import { ChangeView, KindView } from "../../protocol.js" */
import { svg } from "../dom.js";
import { outline, pieceOf, symbol } from "./picture.js";

/** How far from the middle of a cell an arrow ends, in cells. */
const FROM_MIDDLE = 0.22;

/** @type {(kind: KindView, changes: ChangeView[], name?: "suggested" | "was-played") => SVGElement[]} */
export function suggestion(kind, changes, name = "suggested") {
  const { cells } = kind.layout;
  const at = (/** @type {number} */ cell, /** @type {SVGElement[]} */ ...what) =>
    svg("g", { transform: `translate(${cells[cell].x} ${cells[cell].y})` }, ...what);
  const ring = (/** @type {number} */ cell) => [outline(cells[cell], `under ${name}-edge`), outline(cells[cell], `under ${name}`)];
  const cross = (/** @type {number} */ cell) => at(cell, svg("g", { class: "doomed" }, symbol("cross", "back"), symbol("cross")));
  return changes.flatMap((change) => {
    if (change.c === "put") return [...ring(change.cell), at(change.cell, svg("g", { class: "ghost" }, pieceOf(kind, change.piece)))];
    if (change.c === "flipped") return ring(change.cell);
    if (change.c === "moved") return [...ring(change.to), ...arrow(cells[change.from], cells[change.to], name)];
    if (name === "suggested" && (change.c === "taken" || change.c === "removed")) return [cross(change.cell)];
    return [];
  });
}

/** @typedef {{ x: number, y: number }} Point */

/** An arrow between the middles of two cells, over a wider and lighter one. @type {(from: Point, to: Point, name: string) => SVGElement[]} */
function arrow(from, to, name) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [x, y] = [to.x - dx * FROM_MIDDLE, to.y - dy * FROM_MIDDLE];
  const wing = (/** @type {1 | -1} */ side) => `${x - 0.3 * dx + side * 0.2 * dy} ${y - 0.3 * dy - side * 0.2 * dx}`;
  const d = `M${from.x + dx * FROM_MIDDLE} ${from.y + dy * FROM_MIDDLE}L${x} ${y}M${wing(1)}L${x} ${y}L${wing(-1)}`;
  return ["arrow-edge", name === "suggested" ? "arrow" : `arrow ${name}`].map((drawn) => svg("path", { class: drawn, d }));
}
