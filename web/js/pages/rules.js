// The page of a game's rules: draws its figures, and plays them for whoever wants to watch.

/** @import { ChangeView, FigureView, KindView } from "../protocol.js" */
/** @import { Marks } from "../board/board.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { beats, Player } from "../board/animator.js";
import { Board, NO_MARKS } from "../board/board.js";
import { byId, h } from "../dom.js";
import { takenCells, touchedCells } from "../board/marks.js";
import { sayPly } from "../sentences/game.js";
import { isOn } from "../panels/settings.js";
import { after, diagramOf } from "../model/timeline.js";

/** @type {FigureView[]} */
const figures = JSON.parse(byId("figures").textContent ?? "");
document.body.classList.add("alive");
document.body.classList.toggle("letters", isOn("letters"));
figures.forEach((figure, n) => {
  const root = document.querySelector(`[data-figure="${n}"]`);
  if (root) draw(root, figure);
});

/** @type {(root: Element, figure: FigureView) => void} */
function draw(root, figure) {
  const { kind, start, plies } = figure;
  const [first, second] = root.querySelectorAll(".view");
  const before = diagramOf(start);
  put(first, kind, before, NO_MARKS);
  if (!second) return;
  const changes = plies.flatMap((ply) => ply.changes);
  const marks = { ...NO_MARKS, last: touchedCells(changes) };
  const board = put(second, kind, after(before, changes), marks);
  const during = (/** @type {ChangeView[]} */ beat, /** @type {ChangeView[]} */ ahead) => ({ ...NO_MARKS, last: touchedCells(beat), doomed: takenCells(ahead) });
  watch(root, figure, before, second, (diagram, beat, ahead = []) => board.show(diagram, beat ? during(beat, ahead) : marks, beat));
}

/** @type {(view: Element, kind: KindView, diagram: Diagram, marks: Marks) => Board} */
function put(view, kind, diagram, marks) {
  const board = new Board(kind, () => {});
  board.show(diagram, marks);
  // Many boards on one page: none of them can be the one that an id means.
  for (const named of board.element.querySelectorAll("[id]")) named.removeAttribute("id");
  view.replaceChildren(board.element);
  return board;
}

/**
 * @param {Element} root
 * @param {FigureView} figure
 * @param {Diagram} before
 * @param {Element} view
 * @param {(diagram: Diagram, beat?: ChangeView[], ahead?: ChangeView[]) => void} show
 */
function watch(root, { kind, plies }, before, view, show) {
  const player = new Player();
  // An empty beat first: one sees where it starts.
  const plan = plies.flatMap((ply) => [[], [], ...beats(ply.changes)]);
  root.querySelector("button")?.addEventListener("click", () => {
    view.classList.add("playing");
    say(kind, before, plies);
    player.play(before, plan, show, () => {
      show(after(before, plan.flat()));
      view.classList.remove("playing");
    });
  });
}

/** @type {(kind: KindView, before: Diagram, plies: FigureView["plies"]) => void} */
function say(kind, before, plies) {
  let diagram = before;
  const lines = plies.map((ply) => {
    const words = sayPly(kind, diagram, ply);
    diagram = after(diagram, ply.changes);
    return h("p", {}, `${words}.`);
  });
  byId("announcer").replaceChildren(...lines);
}
