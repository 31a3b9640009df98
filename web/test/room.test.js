/** @import { Room } from "../js/model/room.js" */
/** @import { EndingView, EventView, ServerMessage } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chairOf, droppedSeats, reduce, roomOf, toMove } from "../js/model/room.js";
import { ann, ben, page, ply, put, table } from "./sample.js";

/** @type {(seq: number, event: EventView) => ServerMessage} */
const event = (seq, event) => ({ t: "event", seq, at: 0, event });

/** What becomes of a room that has missed nothing. @type {(room: Room, message: ServerMessage) => Room} */
function next(room, message) {
  const after = reduce(room, message);
  if (after === "missed") assert.fail("missed");
  return after;
}

test("the next event changes the table and is counted", () => {
  const before = roomOf(page({ phase: "waiting", chairs: [ann, null], host: "A" }));
  const after = next(before, event(5, { e: "sat", player: ben, chair: 1 }));
  assert.deepEqual(after.table.chairs, [ann, ben]);
  assert.equal(after.seq, 5);
  assert.deepEqual(before.table.chairs, [ann, null], "the room before stays as it was");
});

test("an event that is here already changes nothing, one that comes too early is missed", () => {
  const room = roomOf(page());
  assert.equal(reduce(room, event(4, { e: "stood", player: "A", removed: false })), room);
  assert.equal(reduce(room, event(6, { e: "stood", player: "A", removed: false })), "missed");
});

test("people come, go and hand over", () => {
  let room = roomOf(page({ phase: "waiting", chairs: [ann, ben] }));
  room = next(room, event(5, { e: "stood", player: "A", removed: false }));
  room = next(room, event(6, { e: "host_changed", host: "B" }));
  assert.deepEqual(room.table.chairs, [null, ben]);
  assert.equal(room.table.host, "B");
  assert.equal(chairOf(room.table, "B"), 1);
  assert.equal(chairOf(room.table, undefined), -1);
});

test("a game starts, goes on and ends", () => {
  let room = roomOf(page({ phase: "waiting" }));
  assert.equal(toMove(room.table), null);
  room = next(room, event(5, { e: "started", seats: [ben, ann] }));
  assert.equal(toMove(room.table), 1);
  assert.equal(chairOf(room.table, "B"), 0);
  room = next(room, event(6, { e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null }));
  assert.equal(toMove(room.table), 2);
  /** @type {EndingView} */
  const ending = { reason: "resignation", ranks: [1, 2], scores: [[0], [0]] };
  room = next(room, event(7, { e: "dropped", ply: ply(2, "drop:2", [], null), ending }));
  assert.equal(room.table.phase, "over");
  assert.deepEqual(room.table.ending, ending);
  assert.equal(toMove(room.table), null);
  assert.deepEqual([...droppedSeats(room.table)], [2]);
});

test("a snapshot replaces the table, passing facts replace each other", () => {
  let room = roomOf(page());
  room = next(room, { t: "snapshot", seq: 40, table: table({ host: "B" }) });
  assert.equal(room.seq, 40);
  assert.equal(room.table.host, "B");
  room = next(room, { t: "live", present: ["A"], watchers: 2, countdown: 5000 });
  room = next(room, { t: "live", present: [], watchers: 0, countdown: null });
  assert.deepEqual(room.live, { present: [], watchers: 0, countdown: null });
});

test("offers of a draw stand until the next turn, and all together end the game", () => {
  /** @type {(seq: number, seat: number, ending?: EndingView | null) => ServerMessage} */
  const offer = (seq, seat, ending = null) => ({ t: "event", seq, at: 0, event: { e: "draw_offered", seat, ending } });
  const begun = roomOf(page({}, null));
  const offered = next(begun, offer(begun.seq + 1, 2));
  assert.deepEqual(offered.table.offers, [2]);
  const played = next(offered, { t: "event", seq: begun.seq + 2, at: 0, event: { e: "played", ply: ply(1, "a1", []), ending: null } });
  assert.deepEqual([played.table.offers, played.table.phase], [[], "playing"]);
  const agreed = next(offered, offer(begun.seq + 2, 1, { reason: "agreement", ranks: [1, 1], scores: [[], []] }));
  assert.deepEqual([agreed.table.phase, agreed.table.plies.length], ["over", 0]);
});

test("a start that is held goes on when it is let go, and when somebody takes or leaves a chair", () => {
  const waiting = roomOf(page({ phase: "waiting", chairs: [ann, ben] }));
  const after = (/** @type {Room} */ room, /** @type {EventView} */ what) => next(room, event(room.seq + 1, what));
  const held = after(waiting, { e: "start_held", player: "B", held: true });
  assert.equal(held.table.held_by, "B");
  assert.equal(after(held, { e: "start_held", player: "A", held: false }).table.held_by, null);
  assert.equal(after(held, { e: "stood", player: "A", removed: false }).table.held_by, null);
  assert.equal(after(held, { e: "seat_transferred", from: "B", to: { ...ben, id: "C" } }).table.held_by, "C");
});
