// The page of a game that is explored: turns are tried on the board, and the tree of them stands in the address.

/** @import { ExploreView, PlyView } from "../../protocol.js" */
/** @import { Look, Tried } from "../model/explorer.js" */
import { shownAlready } from "../board/animator.js";
import { BoardView } from "../board/board-view.js";
import { badge } from "../board/picture.js";
import { giveLink, hasSheet } from "../copy.js";
import { byId, renderIfChanged, h, setText } from "../dom.js";
import { Explorer, linesOf } from "../model/explorer.js";
import { Composer } from "../panels/composer.js";
import { ExploredBest } from "../panels/explored-best.js";
import { stepThroughTree } from "../panels/tree-steps.js";
import { BEGINNING, COPY_FROM_ADDRESS, IN_THE_GAME, NOTHING_TRIED, OVER_HERE, TOO_LONG, turnNumber, turnOf, wouldEnd } from "../sentences/explore.js";
import { withNames } from "../sentences/game.js";
import { COPIED, isolate, UNREACHABLE } from "../sentences/page.js";
import { describePly } from "../sentences/plies.js";
import { SHARE_LINK, shareTitle } from "../sentences/share.js";

/** Browsers allow only so many changes of the address a second (milliseconds). */
const PAUSE = 200;
/** The longest address that is written: servers and browsers take no longer ones for sure. */
const MAX_ADDRESS = 16_000;

const narrow = matchMedia("(max-width: 34rem)");
/** @type {ExploreView} */
const view = JSON.parse(byId("explore-data").textContent ?? "");
const explorer = new Explorer(view, look, { changed: show, made });
const composer = new Composer(byId("composer"), explorer);
const board = new BoardView({ board: byId("lesson-board"), loupe: document.getElementById("loupe") }, view.kind, explorer.aim);
const sketch = board.sketch((text) => {
  sketched = text;
  writeSoon();
});
/** Only where the game is over. */
const bestRoot = document.getElementById("best");
const best = bestRoot && new ExploredBest(bestRoot, explorer, view);
/** @type {HTMLButtonElement} */
const removing = byId("remove");
/** @type {Tried[]} the turns in the list, in its order */
let listed = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let writing;
/** The marks and arrows that one has drawn for oneself, and the position that they belong to. */
let sketched = new URLSearchParams(location.search).get("marks") ?? "";
let sketchedAt = explorer.shown;

begin();

function begin() {
  const { layout } = view.kind;
  byId("lesson-board").style.setProperty("--ratio", String(layout.width / layout.height));
  board.fit(narrow.matches);
  narrow.addEventListener("change", () => board.fit(narrow.matches));
  document.body.classList.add("alive");
  stepThroughTree(explorer, go);
  byId("variations").addEventListener("submit", (event) => event.preventDefault());
  removing.addEventListener("click", () => {
    explorer.remove();
    explorer.changed();
  });
  if (hasSheet()) setText(byId("copy"), SHARE_LINK);
  byId("copy").addEventListener("click", () => void copyLink());
  sketch.read(sketched);
  go(explorer.shown);
}

/** @type {Look} */
async function look(question) {
  const headers = { "Content-Type": "application/json" };
  try {
    const response = await fetch(`/g/${view.code}/explore`, { method: "POST", headers, body: JSON.stringify(question) });
    const answer = await response.json();
    if (response.ok || typeof answer?.sentence === "string") return answer;
  } catch {
    // The server cannot be reached, or something else answers in its place: it is tried again.
  }
  return { code: "try_again", sentence: UNREACHABLE };
}

/** @param {Tried} tried */
function go(tried) {
  board.stop();
  explorer.go(tried);
  explorer.changed();
}

/** A turn was tried: it is shown step by step, unless it is on the screen already. @type {(before: Tried, ply: PlyView) => void} */
function made(before, ply) {
  byId("announcer").replaceChildren(h("p", {}, `${describePly(view.kind, before.diagram, ply)}.`));
  board.animate(before.diagram, ply.changes, shownAlready(ply.changes, []));
}

function show() {
  const { state, shown, root } = explorer;
  if (shown !== sketchedAt) sketch.clear();
  sketchedAt = shown;
  board.show(state);
  composer.update(state);
  best?.update();
  setText(byId("status"), explorer.trouble || standing());
  byId("where").textContent = shown === root ? BEGINNING : turnNumber(explorer.at + explorer.line.length);
  removing.hidden = shown === root;
  showPlayed();
  showLines();
  writeSoon();
}

function writeSoon() {
  clearTimeout(writing);
  writing = setTimeout(writeAddress, PAUSE);
}

function standing() {
  const { shown, toMove } = explorer;
  const name = (/** @type {number} */ seat) => view.names[seat - 1] ?? "";
  if (shown.ending) return wouldEnd(withNames(shown.ending.headline, (seat) => isolate(name(seat))));
  return toMove === null ? OVER_HERE : turnOf(name(toMove));
}

/** The turn that the game went on with, to be tried by a click. */
function showPlayed() {
  const { played } = explorer;
  const offered = played && explorer.turn.ours && !played.text.startsWith("drop:") ? played : null;
  byId("played").hidden = offered === null;
  renderIfChanged(byId("played"), offered?.text ?? null, () =>
    offered
      ? [`${IN_THE_GAME} `, h("button", { type: "button", class: "quiet", click: () => explorer.tryPlayed() }, ...written(offered, explorer.at + 1))]
      : [],
  );
}

function showLines() {
  const lines = linesOf(explorer.root, explorer.at);
  listed = lines.flatMap(({ turns }) => turns.map(({ tried }) => tried));
  const here = listed.indexOf(explorer.shown);
  const what = lines.map(({ depth, turns }) => [depth, ...turns.map(({ tried }) => tried.ply?.text)]);
  const form = byId("variations");
  form.querySelector(".empty")?.remove();
  if (lines.length === 0) form.append(h("p", { class: "empty" }, NOTHING_TRIED));
  const filled = renderIfChanged(byId("lines"), what, () =>
    lines.map(({ depth, turns }) => h("li", { "data-depth": depth }, ...turns.map(({ tried, number }) => entry(tried, number)))),
  );
  const buttons = byId("lines").querySelectorAll("button");
  buttons.forEach((button, at) => (at === here ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
  const list = byId("lines");
  if (filled || here >= 0) list.scrollTo({ top: (buttons[here]?.offsetTop ?? 0) - list.clientHeight / 2 });
}

/** @type {(tried: Tried, number: number) => HTMLElement} */
function entry(tried, number) {
  return h("button", { type: "button", click: () => go(tried) }, ...(tried.ply ? written(tried.ply, number) : []));
}

/** @type {(ply: PlyView, number: number) => (Node | string)[]} */
function written(ply, number) {
  return [h("span", { class: "number" }, `${number}.`), " ", badge(view.kind, ply.seat), ` ${ply.short ?? ply.text}`];
}

/** The address of what is shown; none if it would be too long. */
function address() {
  const query = explorer.query + (sketched ? `&marks=${encodeURIComponent(sketched).replaceAll("%2C", ",")}` : "");
  return query.length > MAX_ADDRESS ? null : query;
}

function writeAddress() {
  const query = address();
  if (query !== null && query !== location.search) history.replaceState(null, "", query);
}

async function copyLink() {
  const query = address();
  const said = byId("copied");
  const copied = query !== null && (await giveLink(shareTitle(view.kind.title), view.link + query));
  said.textContent = query === null ? TOO_LONG : copied === null ? "" : copied ? COPIED : COPY_FROM_ADDRESS;
}
