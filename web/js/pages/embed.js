// A game in a frame on another site: its board, and going back and forth in it.

/** @import { FigureView } from "../../protocol.js" */
import { BoardView } from "../board/board-view.js";
import { byId, setText } from "../dom.js";
import { Timeline } from "../model/timeline.js";
import { describePly } from "../sentences/plies.js";
import { whereInGame } from "../sentences/playing.js";

/** How long each turn is shown during autoplay (milliseconds). */
const EACH = 1_200;
/** Where the names of rows and columns would cost too much of the board. */
const narrow = matchMedia("(max-width: 34rem)");

/** @type {FigureView} */
const game = JSON.parse(byId("game").textContent ?? "");
const last = game.plies.length;
const timeline = new Timeline();
const board = new BoardView({ board: byId("board") }, game.kind);
const auto = byId("auto");
let shownPly = last;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** Where each button and key leads. @type {{ [name in string]?: () => number }} */
const WAYS = { first: () => 0, back: () => shownPly - 1, forward: () => shownPly + 1, newest: () => last };
/** @type {{ [key in string]?: string }} */
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "newest" };

document.body.classList.add("alive");
board.fit(narrow.matches);
narrow.addEventListener("change", () => board.fit(narrow.matches));
for (const name of Object.keys(WAYS)) byId(name).addEventListener("click", () => go(name));
auto.addEventListener("click", () => (timer === undefined ? start() : halt()));
document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(name);
});
look(last);

/** @param {string} name of a way */
function go(name) {
  halt();
  look(WAYS[name]?.() ?? shownPly);
}

/** Shows the position after ply `to`, or the nearest there is. @param {number} to */
function look(to) {
  const before = shownPly;
  shownPly = Math.max(0, Math.min(to, last));
  const ply = game.plies[shownPly - 1];
  board.stop();
  if (ply && shownPly === before + 1) board.animate(timeline.at(game, before), ply.changes, 0);
  board.show({ drawn: timeline.at(game, shownPly), last: ply?.changes ?? [] });
  setText(byId("where"), whereInGame(shownPly, last));
  if (ply && shownPly !== before) setText(byId("announcer"), describePly(game.kind, timeline.at(game, shownPly - 1), ply));
}

function start() {
  if (shownPly === last) look(0);
  timer = setInterval(() => (shownPly === last ? halt() : look(shownPly + 1)), EACH);
  auto.setAttribute("aria-pressed", "true");
}

function halt() {
  clearInterval(timer);
  timer = undefined;
  auto.setAttribute("aria-pressed", "false");
}
