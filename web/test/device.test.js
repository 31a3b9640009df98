/** @import { EventView, PlayerView, RefusalCode } from "../protocol.js" */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { seatHere } from "../js/model/device.js";
import { Session, VERSION } from "../js/model/session.js";
import { ann, ben, cell, page, ply, previewOf, put } from "./sample.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** @type {PlayerView} */
const guest = { ...ben, companion_of: "A" };
/** @type {PlayerView} */
const eve = { id: "E", name: "Eve", kind: "guest" };

/** Ann's session, where Ben sits on her device. */
function joined(changes = {}, turnsBoard = true) {
  /** @type {any[]} */
  const sent = [];
  const outside = { send: (/** @type {any} */ message) => sent.push(message), turnsBoard: () => turnsBoard };
  const session = new Session(page({ chairs: [ann, guest], ...changes }, ann), outside);
  session.hello();
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  const event = (/** @type {EventView} */ event) => session.receive({ t: "event", seq: session.room.seq + 1, at: 0, event });
  const answer = (/** @type {object} */ changes) => {
    const { id } = sent.findLast((message) => message.t === "preview");
    session.receive({ t: "preview", id, preview: previewOf(changes) });
  };
  const play = (/** @type {string} */ name) => {
    answer({ clicks: { [cell(name)]: name } });
    session.turn.touch(String(cell(name)));
    answer({ complete: true, changes: [put(name, 1)] });
    return sent.at(-1);
  };
  return { session, sent, event, play };
}

test("a device acts for the seat to move, else for the one that moves next", () => {
  const none = new Set();
  assert.equal(seatHere([], 1, none, 4), 0);
  assert.equal(seatHere([1, 3], 3, none, 4), 3);
  assert.equal(seatHere([1, 3], 2, none, 4), 3);
  assert.equal(seatHere([1, 3], 4, none, 4), 1);
  assert.equal(seatHere([1, 3], 2, new Set([3]), 4), 1);
  assert.equal(seatHere([1, 3], 2, new Set([1, 3]), 4), 3);
});

test("each turn is sent for whoever is to move, and nothing of it is left for the next", () => {
  const { session, event, play } = joined();
  const first = play("a1");
  assert.deepEqual([first.command.t, first.as, session.seat], ["play", undefined, 1]);
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.deepEqual([session.seat, session.playing, session.turn.steps], [2, true, []]);
  const second = play("c1");
  assert.deepEqual([second.command.t, second.as], ["play", "B"]);
});

test("the board turns to whoever is to move, if that is wanted", () => {
  for (const [wanted, rotation] of /** @type {[boolean, number][]} */ ([
    [true, 180],
    [false, 0],
  ])) {
    const { session, event } = joined({}, wanted);
    assert.equal(session.state.rotation, 0);
    event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
    assert.equal(session.state.rotation, rotation);
    assert.equal(session.state.bottom, wanted ? 2 : 1);
  }
});

test("a seat that has moved to another device is not acted for any more", () => {
  const { session, event, sent } = joined();
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.ok(session.turn.ours);
  event({ e: "seat_transferred", from: "B", to: eve });
  assert.deepEqual([session.seats, session.seat, session.turn.ours], [[1], 1, false]);
  assert.match(session.notice, /Ben.*moved to another device/);
  session.commands.resign(1);
  assert.equal(sent.at(-1).as, undefined);
});

test("a seat that was resigned for is not asked about again, unless the resignation is refused", () => {
  const { session, sent } = joined();
  assert.deepEqual(session.inPlay, [1, 2]);
  session.commands.resign(2);
  assert.deepEqual(session.inPlay, [1]);
  const refuse = (/** @type {RefusalCode} */ code) =>
    session.receive({ t: "refused", id: sent.findLast(({ command }) => command?.t === "resign").id, code, sentence: "" });
  refuse("unavailable");
  assert.deepEqual(session.inPlay, [1], "it is sent again");
  refuse("not_playing");
  assert.deepEqual(session.inPlay, [1, 2]);
});

test("before the start everybody here can stand up, and the host acts for the table", () => {
  const { session, sent } = joined({ phase: "waiting", chairs: [guest, null], host: "B" });
  assert.deepEqual([session.chair, session.seats], [0, []]);
  session.commands.stand(0);
  assert.deepEqual([sent.at(-1).command.t, sent.at(-1).as], ["stand", "B"]);
  session.commands.remove("E");
  assert.deepEqual([sent.at(-1).command.t, sent.at(-1).as], ["remove", "B"]);
  session.commands.holdStart(true);
  assert.deepEqual([sent.at(-1).command.t, sent.at(-1).as], ["hold_start", "B"]);
});
