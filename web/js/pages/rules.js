// The page of a game's rules: draws its figures, and plays them on request.

/** @import { FigureView } from "../../protocol.js" */
import { animationSteps } from "../board/animator.js";
import { BoardView } from "../board/board-view.js";
import { byId, h } from "../dom.js";
import { after, diagramOf } from "../model/timeline.js";
import { startWorker } from "../net/worker.js";
import { describePly } from "../sentences/plies.js";

/** @type {FigureView[]} */
const figures = JSON.parse(byId("figures").textContent ?? "");
document.body.classList.add("alive");
figures.forEach((figure, n) => {
  const root = document.querySelector(`[data-figure="${n}"]`);
  if (root) draw(root, figure);
});
startWorker();

/** @type {(root: Element, figure: FigureView) => void} */
function draw(root, figure) {
  const [first, second] = root.querySelectorAll(".view");
  const before = diagramOf(figure.start);
  new BoardView({ board: first }, figure.kind).show({ drawn: before, last: [] });
  if (!second) return;
  const changes = figure.plies.flatMap((ply) => ply.changes);
  const board = new BoardView({ board: second }, figure.kind);
  board.show({ drawn: after(before, changes), last: changes });
  root.querySelector("button")?.addEventListener("click", () => play(board, second, figure));
}

/** @type {(board: BoardView, root: Element, figure: FigureView) => void} */
function play(board, root, { start, plies, kind }) {
  // Two empty steps before each turn show where it starts.
  const plan = plies.flatMap((ply) => [[], [], ...animationSteps(ply.changes)]);
  root.classList.add("playing");
  describe(kind, start, plies);
  board.play(diagramOf(start), plan, undefined, () => root.classList.remove("playing"));
}

/** Says what is played. @type {(kind: FigureView["kind"], start: FigureView["start"], plies: FigureView["plies"]) => void} */
function describe(kind, start, plies) {
  let diagram = diagramOf(start);
  const lines = plies.map((ply) => {
    const words = describePly(kind, diagram, ply);
    diagram = after(diagram, ply.changes);
    return h("p", {}, `${words}.`);
  });
  byId("announcer").replaceChildren(...lines);
}
