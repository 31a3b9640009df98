import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { VERSION } from "../js/model/session.js";
import { joined, opened, START } from "./joined.js";
import { ann, ben, cell, ply, put, taken, table as tableView } from "./sample.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

test("hello says what the page has, and missed events are asked for in place", () => {
  const { session, sent } = joined({ phase: "waiting" }, null);
  assert.deepEqual(sent, [{ t: "hello", version: VERSION, have: { table: 4 } }]);
  session.receive({ t: "event", seq: 9, at: 0, event: { e: "host_changed", host: "B" } });
  assert.deepEqual(sent[1], { t: "hello", version: VERSION, have: { table: 4 } });
});

test("what is clicked before the connection is open is asked about then", () => {
  const { session, sent, preview } = opened();
  session.start();
  session.aim.touch(cell("a1"), false);
  sent.length = 0;
  session.hello();
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  preview({ clicks: START });
  assert.deepEqual(
    sent.map(({ t, steps }) => [t, steps]),
    [
      ["hello", undefined],
      ["preview", []],
      ["preview", ["a1"]],
    ],
  );
});

test("what is clicked on a page that is older than the table is not played", () => {
  const { session, sent, preview } = opened();
  session.start();
  session.aim.touch(cell("a1"), false);
  session.hello();
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  session.receive({ t: "snapshot", seq: 9, table: { ...session.table, turn: 3 } });
  preview({ clicks: START });
  assert.deepEqual([sent.at(-1).turn, sent.at(-1).steps], [3, []]);
});

test("a turn that is whole with one click is sent at once", () => {
  const { session, sent, preview, event } = joined();
  assert.deepEqual(sent.at(-1).steps, []);
  preview({ clicks: START });
  session.turn.touch(String(cell("a1")));
  assert.deepEqual(sent.at(-1).steps, ["a1"]);
  preview({ complete: true, changes: [put("a1", 1)] });
  const play = sent.at(-1);
  assert.deepEqual([play.turn, play.command], [0, { t: "play", steps: ["a1"] }]);
  assert.ok(session.turn.sent);
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  session.receive({ t: "done", id: play.id, seq: 5 });
  assert.ok(!session.turn.ours);
  assert.deepEqual(session.turn.steps, []);
});

test("a longer turn is staged, taken back, and sent when it is said so", () => {
  const { session, sent, preview } = joined();
  preview({ clicks: START });
  session.turn.touch(String(cell("a1")));
  preview({ changes: [put("a1", 1)], end: [taken("c3", 2, 1)], clicks: { [cell("c1")]: "c1", end: "end" } });
  assert.deepEqual(session.turn.steps, ["a1"]);
  assert.ok(!session.turn.sent);
  session.turn.touch(String(cell("c1")));
  preview({ complete: true });
  assert.ok(!session.turn.sent, "more than one step: there is a button to send it");
  session.turn.takeBack();
  assert.deepEqual(sent.at(-1).steps, ["a1"]);
  preview({ clicks: { end: "end" } });
  session.turn.touch("end");
  preview({ complete: true });
  assert.deepEqual(sent.at(-1).command, { t: "play", steps: ["a1", "end"] });
});

test("a button leads to cells, and a touch elsewhere leaves it", () => {
  const { session, sent, preview } = joined();
  preview({ clicks: START });
  session.turn.touch("trade");
  assert.deepEqual(Object.keys(session.turn.level), [String(cell("c3"))]);
  session.turn.takeBack();
  assert.ok("pass" in session.turn.level);
  session.turn.touch("trade");
  session.turn.touch(String(cell("c3")));
  assert.deepEqual(sent.at(-1).steps, ["xc3"]);
});

test("clicks made while the server is being asked are followed in order, unless what they build on is refused", () => {
  const { session, sent, preview, refuse } = joined();
  preview({ clicks: START });
  session.turn.touch(String(cell("a1")));
  session.turn.touch(String(cell("c1")));
  session.turn.touch("end");
  assert.deepEqual(sent.at(-1).steps, ["a1"], "one question at a time");
  preview({ clicks: { [cell("c1")]: "c1", end: "end" } });
  assert.deepEqual(sent.at(-1).steps, ["a1", "c1"]);
  preview({ clicks: { end: "end" } });
  assert.deepEqual(sent.at(-1).steps, ["a1", "c1", "end"]);
  const asked = sent.length;
  session.turn.touch(String(cell("c3")));
  refuse("illegal_step", "No.");
  preview({ clicks: { [cell("c3")]: "c3" } });
  assert.equal(sent.length, asked);
});

test("a step of several clicks is entered one by one, changed, and taken back click by click", () => {
  const { session, sent, preview } = joined();
  const [a1, b1, a2] = ["a1", "b1", "a2"].map((name) => String(cell(name)));
  preview({ clicks: { S: { [a1]: { [b1]: "Sa1>b1", [a2]: "Sa1>a2" } }, L: { [a1]: { [b1]: "La1>b1", [a2]: "La1>a2" } } } });
  const asked = sent.length;
  for (const click of ["S", a1, "L"]) session.turn.touch(click);
  assert.deepEqual(session.turn.path, ["L", a1]);
  assert.deepEqual(session.turn.modes, { S: false, L: true });
  session.turn.takeBack();
  assert.deepEqual(session.turn.path, ["L"]);
  session.turn.takeBack();
  assert.deepEqual([session.turn.path, session.turn.modes], [[], {}]);
  assert.equal(sent.length, asked, "nothing is asked before a step is whole");
  for (const click of ["L", a1, a2]) session.turn.touch(click);
  assert.deepEqual(sent.at(-1).steps, ["La1>a2"]);
});

test("typed steps, joined by commas; a refusal keeps what is staged", () => {
  const { session, sent, preview, refuse } = joined();
  preview({ clicks: START });
  session.turn.type("a1, c1", ["pass", "end"]);
  assert.deepEqual(sent.at(-1).steps, ["a1", "c1"]);
  preview({ clicks: { end: "end" } });
  session.turn.type("q99", ["pass", "end"]);
  refuse("illegal_step", "There is no q99.");
  assert.equal(session.turn.problem, "There is no q99.");
  assert.deepEqual(session.turn.steps, ["a1", "c1"]);
});

test("staged steps survive a lost connection, and a lost question is asked again", () => {
  const { session, sent, preview } = joined();
  preview({ clicks: START });
  session.turn.touch(String(cell("a1")));
  preview({ clicks: { end: "end" } });
  session.turn.touch("end");
  const before = sent.length;
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.deepEqual(sent[before].steps, ["a1", "end"]);
  assert.deepEqual(session.turn.steps, ["a1"]);
});

test("a turn on its way when the connection breaks is sent again under the same id", () => {
  const { session, sent, preview } = joined();
  preview({ clicks: START });
  session.turn.touch("pass");
  preview({ complete: true });
  const play = sent.at(-1);
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.deepEqual(sent.at(-1), play);
});

test("somebody leaves while a turn is composed: the steps are tried again", () => {
  const chairs = [ann, ben, { id: "C", name: "Cy", kind: "guest" }];
  const { session, sent, preview, refuse, event } = joined({ chairs });
  preview({ clicks: START });
  session.turn.touch(String(cell("a1")));
  preview({ clicks: { end: "end" } });
  event({ e: "dropped", ply: ply(3, "drop:3", [], 1), ending: null });
  assert.deepEqual([sent.at(-1).turn, sent.at(-1).steps], [1, ["a1"]]);
  assert.notEqual(session.notice, "");
  preview({ clicks: { end: "end" } });
  assert.deepEqual(session.turn.steps, ["a1"]);
  event({ e: "dropped", ply: ply(2, "drop:2", [], 1), ending: null });
  refuse("illegal_step", "No longer.");
  assert.deepEqual(session.turn.steps, []);
  assert.equal(session.turn.problem, "No longer.");
});

test("a refused turn says why and can be composed anew", () => {
  const { session, preview, sent, refuse } = joined();
  preview({ clicks: START });
  session.turn.touch("pass");
  preview({ complete: true });
  refuse("not_your_turn", "It is not your turn.");
  assert.equal(session.turn.problem, "It is not your turn.");
  assert.ok(!session.turn.sent);
  assert.equal(sent.at(-1).t, "preview");
});

test("looking back keeps the staged steps and the newest position is followed again", () => {
  const plies = [ply(1, "a1", [put("a1", 1)]), ply(2, "c1", [put("c1", 2)])];
  const { session, preview, event } = joined({ plies });
  preview({ clicks: START });
  session.turn.touch(String(cell("a1")));
  preview({ clicks: { end: "end" } });
  session.view.goTo(1);
  assert.equal(session.view.ply, 1);
  assert.ok(!session.state.diagram.pieces.has(cell("c1")));
  assert.deepEqual(session.turn.steps, ["a1"]);
  event({ e: "played", ply: ply(1, "a2", [put("a2", 1)]), ending: null });
  assert.equal(session.view.ply, 1, "looking back goes on while the game does");
  session.view.goTo(99);
  assert.equal(session.view.shownPly, null);
  assert.equal(session.view.ply, 3);
});

test("looking back shows who was to move then, and who had not left yet", () => {
  const chairs = [ann, ben, { id: "C", name: "Cleo", kind: /** @type {const} */ ("guest") }];
  const plies = [ply(1, "a1", [], 2), ply(3, "drop:3", [], 2), ply(2, "b1", [], 1)];
  const { session } = joined({ chairs, plies });
  const then = (/** @type {number} */ n) => {
    session.view.goTo(n);
    const { shownToMove, toMove, dropped } = session.state;
    return { shownToMove, toMove, dropped: [...dropped] };
  };
  assert.deepEqual(then(0), { shownToMove: 1, toMove: 1, dropped: [] });
  assert.deepEqual(then(1), { shownToMove: 2, toMove: 1, dropped: [] });
  assert.deepEqual(then(2), { shownToMove: 2, toMove: 1, dropped: [3] });
  assert.deepEqual(then(3), { shownToMove: 1, toMove: 1, dropped: [3] });
});

test("a finished game has nobody to move, but its earlier positions have", () => {
  const ending = { reason: /** @type {const} */ ("agreement"), ranks: [1, 1], scores: [[0], [0]] };
  const { session } = joined({ phase: "over", ending, plies: [ply(1, "a1", []), ply(2, "b1", [])] });
  assert.equal(session.state.shownToMove, null);
  session.view.goTo(1);
  assert.equal(session.state.shownToMove, 2);
});

test("a watcher is asked for nothing", () => {
  const { session, sent } = joined({}, null);
  assert.equal(session.seat, 0);
  assert.ok(!session.turn.ours);
  assert.equal(sent.length, 1);
});

test("a chair that is refused says so beside the name", () => {
  const { session, sent } = joined({ phase: "waiting", chairs: [ben, null] }, null);
  session.commands.sit(1, "Ben");
  session.receive({ t: "refused", id: sent.at(-1).id, code: "name_taken", sentence: "Somebody is called Ben here." });
  assert.equal(session.commands.sitProblem, "Somebody is called Ben here.");
  assert.equal(session.notice, "");
});

test("whoever is removed from a chair is told", () => {
  const { session, event } = joined({ phase: "waiting" });
  event({ e: "stood", player: "B", removed: true });
  assert.equal(session.notice, "");
  event({ e: "stood", player: "A", removed: true });
  assert.match(session.notice, /host/);
});

test("another version of the protocol is noticed", () => {
  const { session } = joined();
  session.receive({ t: "welcome", version: VERSION + 1, you: ann, now: 0 });
  assert.ok(session.outdated);
  assert.ok(tableView().plies.length === 0);
});

test("an offer carries its turn, and one that was on its way when the game went on is dropped", () => {
  const { session, sent, event } = joined();
  session.commands.offer({ what: "draw" });
  const offer = sent.at(-1);
  assert.deepEqual([offer.turn, offer.command], [0, { t: "offer", proposal: { what: "draw" } }]);
  // The connection was lost, and the offer with it; meanwhile somebody played.
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.match(session.notice, /offer was not made/);
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.equal(sent.filter(({ command }) => command?.t === "offer").length, 1, "it is not sent again");
});

test("a seat is left to a bot, and that of a bot asked for, also if the game goes on meanwhile", () => {
  const bot = { id: "B", name: "Moss", kind: "bot", level: 3 };
  const { session, sent, event } = joined({ chairs: [ann, bot] });
  session.commands.offer({ what: "bot", seat: 1, level: 2 });
  session.commands.askForSeat(2, "Ann");
  session.commands.askForSeat(1, "Ann");
  const [offer, ask] = sent.slice(-3);
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.equal(session.notice, "");
  sent.length = 0;
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.deepEqual(
    sent.filter((message) => message.t !== "hello" && message.t !== "preview"),
    [offer, ask],
  );
});

test("whoever left their seat to a bot reads so, also when the bot plays at once", () => {
  /** @type {import("../protocol.js").PlayerView} */
  const bot = { id: "B", name: "Moss", kind: "bot", level: 3 };
  const { session, event } = joined();
  // The server's answer to the offer comes after these events.
  session.commands.offer({ what: "bot", seat: 1, level: 3 });
  event({ e: "seat_transferred", from: ann.id, to: bot });
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.match(session.notice, /plays on for you/);
});

test("an offer that the others have seen ends with the turn, without a word", () => {
  const { session, event } = joined();
  session.commands.offer({ what: "draw" });
  event({ e: "offered", seat: 1, proposal: { what: "draw" }, asked: [2] });
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.equal(session.notice, "");
});

test("an answer names the offer that was shown, and is not sent again for another", () => {
  const { session, sent, event } = joined();
  event({ e: "offered", seat: 2, proposal: { what: "draw" }, asked: [1] });
  session.commands.answer(true);
  const answer = sent.at(-1);
  assert.deepEqual(answer.command, { t: "answer", offer: session.table.offer?.id, agree: true });
  event({ e: "declined", seat: 2 });
  event({ e: "offered", seat: 2, proposal: { what: "take_back", turns: 1 }, asked: [1] });
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.equal(sent.filter(({ command }) => command?.t === "answer").length, 1);
});

test("a turn that is taken back gives the board and the turn back", () => {
  const { session, event } = joined({ plies: [] });
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  event({ e: "played", ply: ply(2, "b1", [put("b1", 2)]), ending: null });
  assert.equal(session.state.diagram.pieces.size, 3);
  session.view.goTo(1);
  event({ e: "taken_back", seat: 2, turns: 2 });
  assert.equal(session.state.shownPly, null, "the turn that was looked at is no more");
  assert.equal(session.state.diagram.pieces.size, 1);
  assert.ok(session.turn.ours && session.turn.number === 3);
  event({ e: "played", ply: ply(1, "c1", [put("c1", 1)]), ending: null });
  assert.ok(!session.turn.ours);
  assert.deepEqual([...session.state.diagram.pieces.keys()].length, 2);
});

test("a suggested turn is shown in its position, until the game goes on", () => {
  const { session, event } = joined();
  const changes = [put("c1", 1)];
  session.view.suggest(new Map([[0, changes]]));
  assert.deepEqual(session.state.suggested, changes);
  assert.deepEqual(session.state.compared, []);
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.deepEqual(session.state.suggested, []);
  session.view.goTo(0);
  assert.deepEqual(session.state.suggested, [], "nor when it is looked at again");
});
