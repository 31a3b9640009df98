// The page of a table and of its record: joins the table, the line and the panels.

/** @import { ChangeView, PageView, PlyView, ServerMessage } from "../protocol.js" */
import { Aim } from "../model/aim.js";
import { beats, Player, seen, still } from "../board/animator.js";
import { Board, NO_MARKS } from "../board/board.js";
import { Chairs } from "../panels/chairs.js";
import { cellsOf, isCell } from "../model/clicks.js";
import { Composer } from "../panels/composer.js";
import { Countdown } from "../panels/countdown.js";
import { byId, fresh } from "../dom.js";
import { favicon } from "../panels/favicon.js";
import { Fingers } from "../board/fingers.js";
import { hint } from "../panels/hint.js";
import { Later } from "../after-paint.js";
import { Loupe } from "../board/loupe.js";
import { newCells, takenCells, touchedCells } from "../board/marks.js";
import { Mover, secretHere, takeSeat } from "../panels/seat-transfer.js";
import { callMe } from "../net/guest.js";
import { badge } from "../board/picture.js";
import { showPlayers, showWatchers } from "../panels/players.js";
import { Replay } from "../panels/replay.js";
import { showResult } from "../panels/result.js";
import { sayPly } from "../sentences/game.js";
import { settings } from "../panels/settings.js";
import { share } from "../panels/share.js";
import { Socket } from "../net/socket.js";
import { offerWords, statusWords, titleWords } from "../panels/status.js";
import { Table } from "../model/session.js";
import { after } from "../model/timeline.js";
import { Turns } from "../panels/turn-list.js";
import { keep, kept } from "../storage.js";
import { closer } from "../board/camera.js";

/** @type {PageView} */
const page = JSON.parse(byId("table").textContent ?? "");
const table = new Table(page, (message) => socket?.send(message));
const player = new Player();
const board = new Board(page.kind, touch);
const chairs = new Chairs(table, { sit, stand: () => act(() => table.stand()), remove: (who) => act(() => table.remove(who)) });
const aim = new Aim(board, choose, show);
const fingers = new Fingers(board, aim, new Loupe(byId("loupe"), board), showView);
const composer = new Composer(table, aim, show);
const mover = new Mover(page, tell);
// It lies on the board, and makes way after the first turn of one's own.
const hinted = hint(page.kind.name, () => table.playing && table.view === null && !table.plies.some((ply) => ply.seat === table.seat));
/** What is written about a turn that is seen already. */
const rest = new Later();
const countdown = new Countdown(byId("countdown"));
const turns = new Turns(byId("turn-list"), table);
const replay = new Replay(table, look);
const socket = page.live ? new Socket(address(), { opened: () => table.hello(), heard, lost }) : null;
/** @type {HTMLDialogElement} */
const resigning = byId("resign-dialog");
/** Where the names of rows and columns would cost too much of the board. */
const narrow = matchMedia("(max-width: 34rem)");

let turned = -1;
let connected = true;

begin();

function begin() {
  byId("board").replaceChildren(board.element);
  board.fit(narrow.matches);
  narrow.addEventListener("change", () => board.fit(narrow.matches));
  settings(byId("settings"));
  share(byId("share"), { title: `${page.kind.title} on Thicket`, url: page.link });
  byId("turn-board").addEventListener("click", turnBoard);
  byId("turn-board").hidden = ways().length < 2;
  byId("closer").addEventListener("click", () => zoom(1.6));
  byId("farther").addEventListener("click", () => zoom(1 / 1.6));
  byId("reload").addEventListener("click", reload);
  byId("resign").addEventListener("click", () => resigning.showModal());
  resigning.addEventListener("close", () => {
    if (resigning.returnValue === "resign") act(() => table.resign());
  });
  for (const id of ["offer-draw", "agree"]) byId(id).addEventListener("click", () => act(() => table.offerDraw()));
  const secret = secretHere();
  const staged = kept(page.table.code);
  if (staged) table.turn.keep(staged);
  replay.follow();
  document.body.classList.add("alive");
  show();
  connect();
  if (secret) void takeSeat(secret, { tell, rejoin });
}

/** The page is loaded anew only when somebody says so; what is staged is kept. */
function reload() {
  if (table.turn.ours) keep(page.table.code, table.turn);
  location.reload();
}

/** The line is opened anew: the server learns who we are only then. */
function rejoin() {
  const welcome = table.welcome();
  socket?.connect();
  return welcome;
}

/** @param {string} sentence */
function tell(sentence) {
  act(() => (table.notice = sentence));
}

function address() {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${location.pathname.replace(/\/$/, "")}/socket`;
}

function connect() {
  if (!socket) return;
  socket.connect();
  window.addEventListener("online", () => socket.wake());
  window.addEventListener("offline", () => act(() => (connected = false)));
  window.addEventListener("pageshow", (event) => event.persisted && socket.wake());
  document.addEventListener("visibilitychange", () => document.hidden || socket.wake());
}

/** @param {ServerMessage} message */
function heard(message) {
  const had = table.plies.length;
  const staged = table.turn.preview?.changes ?? [];
  table.receive(message);
  connected = true;
  const fresh = table.plies.slice(had);
  const shown = table.view === null && message.t === "event" && fresh.length === 1;
  if (message.t === "event" && message.event.e === "played" && !message.event.ending) showBoardFirst();
  else if (message.t !== "pong" && !rest.waits) show();
  fresh.slice(-3).forEach((ply, at, last) => announce(ply, table.plies.length - last.length + at));
  if (shown) animate(had, fresh[0], staged);
}

function lost() {
  connected = false;
  if (table.phase === "over") socket?.close();
  show();
}

/** @param {() => void} deed */
function act(deed) {
  deed();
  show();
}

/** @type {(cell: number, byKey: boolean) => void} */
function touch(cell, byKey) {
  if (byKey && aim.cell === null && table.turn.ready && table.turn.preview?.complete) return act(() => table.turn.send());
  if (byKey) return choose(cell);
  aim.touch(cell, false);
}

/** @param {number} cell */
function choose(cell) {
  player.stop();
  act(() => table.view === null && table.turn.touch(String(cell)));
}

/** @param {number} factor */
function zoom(factor) {
  board.view = closer(board.view, factor);
  showView();
}

/** The board is looked at from nearer or farther. */
function showView() {
  const { k } = board.view;
  /** @type {HTMLButtonElement} */ (byId("farther")).disabled = k <= 1;
  board.element.classList.toggle("near", k > 1);
}

/** @type {(chair: number, name: string) => Promise<void>} */
async function sit(chair, name) {
  const you = table.room.you;
  try {
    if (you?.name !== name) await callMe(name);
    if (!you) await rejoin();
    table.sit(chair, name);
  } catch (problem) {
    table.sitProblem = problem instanceof Error ? problem.message : String(problem);
  }
  show();
}

/** Shows the position after ply `n`, beat by beat if it is the next one. @param {number} n */
function look(n) {
  const before = table.shown;
  player.stop();
  table.look(n);
  show();
  if (table.shown === before + 1) animate(before, table.plies[before], []);
  if (table.shown !== before && table.shown > 0) announce(table.plies[table.shown - 1], table.shown - 1);
}

/** @type {(at: number, ply: PlyView, staged: ChangeView[]) => void} */
function animate(at, ply, staged) {
  if (still() || document.hidden) return;
  const known = seen(ply.changes, staged);
  const before = after(table.timeline.at(table.room.table, at), ply.changes.slice(0, known));
  const plan = beats(ply.changes.slice(known));
  if (plan.length < 2) return;
  const last = touchedCells(ply.changes);
  player.play(before, plan, (diagram, beat, ahead) => board.show(diagram, { ...NO_MARKS, last, doomed: takenCells(ahead) }, beat), show);
}

/** @type {(ply: PlyView, at: number) => void} */
function announce(ply, at) {
  const words = sayPly(page.kind, table.timeline.at(table.room.table, at), ply);
  const line = document.createElement("p");
  line.textContent = `${words}.`;
  const said = byId("announcer");
  said.append(line);
  while (said.childElementCount > 3) said.firstElementChild?.remove();
}

/** How the board can be turned: some look the same to everybody. */
function ways() {
  return [...new Set([0, ...page.kind.layout.turned])];
}

function turnBoard() {
  turned = ways()[(ways().indexOf(Math.max(turned, 0)) + 1) % ways().length];
  board.turn(turned);
  showView();
  show();
}

/** Somebody's turn is seen on the board one picture before all that is written about it. */
function showBoardFirst() {
  if (document.hidden) return show();
  if (!player.busy) showBoard();
  rest.do(show);
}

function show() {
  rest.cancel();
  const { phase } = table;
  if (turned < 0 && phase !== "waiting") board.turn((turned = page.kind.layout.turned[table.seat - 1] ?? 0));
  if (document.body.dataset.phase !== phase) document.body.dataset.phase = phase;
  showStatus();
  byId("waiting").hidden = phase !== "waiting";
  byId("resign").hidden = !table.playing;
  showOffers();
  byId("downloads").hidden = phase !== "over";
  showYou();
  showNotice();
  chairs.show();
  countdown.show(phase === "waiting" ? table.room.live : null);
  // The result takes room from the list of turns, which is shown last and keeps its turn in sight.
  showResult(byId("result"), table);
  replay.show();
  showWatchers(byId("watchers"), table);
  mover.show(table.chair >= 0 && phase !== "over", phase === "waiting");
  hinted();
  if (!player.busy) showBoard();
  composer.show();
  turns.show();
}

/** Whose turn it is: in words, in colour, and in the tab. */
function showStatus() {
  const words = statusWords(table);
  const [status, mine] = [byId("status"), table.playing && table.toMove === table.seat];
  if (status.textContent !== words) status.textContent = words;
  if (document.title !== titleWords(table)) document.title = titleWords(table);
  document.body.classList.toggle("mine", mine);
  fresh(byId("turn-badge"), table.toMove, () => (table.toMove ? [badge(page.kind, table.toMove)] : []));
  favicon(mine);
}

/** A draw can be offered by who plays, and agreed to once another has offered it. */
function showOffers() {
  const [words, said] = [offerWords(table), byId("offers")];
  const { offers } = table.room.table;
  const mine = offers.includes(table.seat);
  said.hidden = words === "";
  const line = /** @type {HTMLElement} */ (said.firstElementChild);
  if (line.textContent !== words) line.textContent = words;
  byId("agree").hidden = !table.playing || mine;
  byId("offer-draw").hidden = !table.playing || offers.length > 0;
}

/** The head of the page says who we are, also after we said so here. */
function showYou() {
  const element = byId("you");
  element.hidden = table.room.you === null;
  const name = element.querySelector("b");
  if (name && table.room.you) name.textContent = table.room.you.name;
}

function showNotice() {
  const line = connected ? "" : "The line is down. Thicket is trying to come back …";
  if (byId("line").textContent !== line) byId("line").textContent = line;
  if (byId("notice").textContent !== table.notice) byId("notice").textContent = table.notice;
  byId("outdated").hidden = !table.outdated;
}

function showBoard() {
  const { turn, diagram } = table;
  const preview = table.view === null ? turn.preview : null;
  const staged = preview && turn.steps.length > 0 ? after(diagram, preview.changes, preview.tallies) : diagram;
  showPlayers(byId("players"), table, staged.tallies, board.turned);
  const targets = table.view === null ? cellsOf(turn.level) : new Set();
  aim.follow(targets);
  fingers.follow(targets.size > 0);
  board.show(staged, {
    targets,
    begun: turn.path.length > 0,
    path: new Set(table.view === null ? turn.path.filter(isCell).map(Number) : []),
    staged: newCells(preview?.changes ?? []),
    doomed: takenCells(preview?.end ?? []),
    last: touchedCells(table.plies[table.shown - 1]?.changes ?? []),
  });
}
