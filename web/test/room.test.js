/** @import { Room } from "../js/model/room.js" */
/** @import { EventView, ServerMessage } from "../protocol.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allMade, chairOf, droppedSeats, pageOf, reduce, roomOf, toMove } from "../js/model/room.js";
import { isBeforeSwap, maySwapSides } from "../js/model/pie-rule.js";
import { ann, ben, clockOf, endingOf, page, ply, put, table } from "./sample.js";

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
  const ending = endingOf([1, 2], [[0], [0]]);
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
  room = next(room, { t: "live", present: ["A"], away: [], nudged: null, watchers: 2, countdown: 5000 });
  room = next(room, { t: "live", present: [], away: [], nudged: null, watchers: 0, countdown: null });
  assert.deepEqual(room.live, { present: [], away: [], nudged: null, watchers: 0, countdown: null });
});

test("an offer stands until the next turn, and its answers come one by one", () => {
  const begun = roomOf(page({}, null));
  const after = (/** @type {Room} */ room, /** @type {EventView} */ what) => next(room, event(room.seq + 1, what));
  const offered = after(begun, { e: "offered", seat: 2, proposal: { what: "score" }, asked: [1, 3] });
  assert.deepEqual(offered.table.offer, { id: begun.seq + 1, seat: 2, proposal: { what: "score" }, asked: [1, 3], agreed: [], to: null });
  const agreed = after(offered, { e: "agreed", seat: 3, ending: null });
  assert.deepEqual(agreed.table.offer?.agreed, [3]);
  assert.equal(after(agreed, { e: "declined", seat: 1 }).table.offer, null);
  const played = after(agreed, { e: "played", ply: ply(1, "a1", []), ending: null });
  assert.deepEqual([played.table.offer, played.table.phase, played.table.turn], [null, "playing", 1]);
  const over = after(agreed, { e: "agreed", seat: 1, ending: endingOf([1, 1]) });
  assert.deepEqual([over.table.phase, over.table.plies.length, over.table.offer], ["over", 0, null]);
});

test("clocks stop when all have agreed to end the game", () => {
  const running = { left: [5000, 5000], running: { seat: 1, from: 0, deadline: 5000 } };
  const room = roomOf(page({ clocks: running }, null));
  const stopped = { left: [3000, 5000], running: null };
  const ending = endingOf([1, 1]);
  const over = next(room, event(room.seq + 1, { e: "agreed", seat: 2, ending, clocks: stopped }));
  assert.deepEqual(over.table.clocks, stopped);
});

test("turns that are taken back are kept where they were made", () => {
  let room = roomOf(page({ plies: [] }));
  const made = (/** @type {Room} */ { table }) =>
    allMade(table)
      .map(({ ply, taken }) => (taken ? `(${ply.text})` : ply.text))
      .join(" ");
  const play = (/** @type {string} */ text) => {
    room = next(room, event(room.seq + 1, { e: "played", ply: ply((room.table.plies.length % 2) + 1, text, []), ending: null }));
  };
  const takeBack = (/** @type {number} */ turns) => {
    room = next(room, event(room.seq + 1, { e: "taken_back", seat: 1, turns }));
  };
  for (const text of ["a1", "a2", "a3"]) play(text);
  takeBack(1);
  play("b3");
  assert.equal(made(room), "a1 a2 (a3) b3");
  takeBack(2);
  assert.equal(made(room), "a1 (a2) (a3) (b3)");
  play("c2");
  assert.equal(made(room), "a1 (a2) (a3) (b3) c2");
  assert.deepEqual(
    allMade(room.table).map(({ number }) => number),
    [1, 2, 3, 3, 2],
  );
  assert.equal(toMove(room.table), 1);
  assert.equal(room.table.turn, 7, "each turn and each takeback counts");
});

test("a start that is held goes on when it is let go, and when somebody takes or leaves a chair", () => {
  const waiting = roomOf(page({ phase: "waiting", chairs: [ann, ben] }));
  const after = (/** @type {Room} */ room, /** @type {EventView} */ what) => next(room, event(room.seq + 1, what));
  const held = after(waiting, { e: "start_held", player: "B", held: true });
  assert.equal(held.table.held_by, "B");
  assert.equal(after(held, { e: "start_held", player: "A", held: false }).table.held_by, null);
  assert.equal(after(held, { e: "stood", player: "A", removed: false }).table.held_by, null);
  assert.equal(after(held, { e: "seat_transferred", from: "B", to: { ...ben, id: "C" } }).table.held_by, "C");
  const shared = roomOf(page({ phase: "waiting", chairs: [ann, { ...ben, companion_of: "A" }] }));
  const [, withHer] = after(shared, { e: "seat_transferred", from: "A", to: { ...ann, id: "C" }, with_device: true }).table.chairs;
  assert.equal(withHer?.companion_of, "C", "everybody on the device comes along");
  const [, left] = after(shared, { e: "seat_transferred", from: "A", to: { ...ann, id: "C" } }).table.chairs;
  assert.equal(left?.companion_of, "A");
});

test("what is changed before the start replaces what was, and a swap ends when one of the two moves", () => {
  let room = roomOf(page({ phase: "waiting", chairs: [ann, ben, null] }, ann));
  /** @param {EventView} event */
  const apply = (event) => {
    const next = reduce(room, { t: "event", seq: room.seq + 1, at: 0, event });
    assert.notEqual(next, "missed");
    room = /** @type {Room} */ (next);
    return room.table;
  };
  const swap = { from: ben.id, from_chair: 1, to: ann.id, to_chair: 0 };
  const asked = apply({ e: "swap_offered", swap, held_by: ben.id });
  assert.deepEqual([asked.swaps, asked.held_by], [[swap], ben.id]);
  assert.deepEqual(apply({ e: "swap_declined", swap, by: ann.id }).swaps, []);
  apply({ e: "swap_offered", swap, held_by: null });
  assert.deepEqual(apply({ e: "stood", player: ben.id, removed: false }).swaps, []);
  const clock = clockOf(600_000, 10_000);
  const change = "Ann changed the clock to 10+10.";
  const changed = apply({
    e: "table_changed",
    table: { chairs: [null, ann], held_by: null, kept: null, swaps: [], clock, keeps_lines: true, pie_rule: true, change },
  });
  assert.deepEqual([changed.chairs, changed.clock, changed.change], [[null, ann], clock, change]);
  const untimed = apply({
    e: "table_changed",
    table: { chairs: [ann, null], held_by: null, kept: null, swaps: [], clock: null, keeps_lines: false, pie_rule: false, change: "Ann took the clock away." },
  });
  assert.equal(untimed.clock, undefined);
});

test("the page that is made of a room opens as that room", () => {
  const made = page({ phase: "waiting", chairs: [ann, null], host: "A" });
  const room = next(roomOf(made), event(5, { e: "sat", player: ben, chair: 1 }));
  assert.deepEqual(roomOf(pageOf(made, room)), room);
});

test("who answers the first turn may take its side, and the players change seats", () => {
  const first = ply(1, "a1", [put("a1", 1)]);
  let room = roomOf(page({ pie_rule: true, chairs: [ann, ben], plies: [], turn: 0 }));
  assert.equal(maySwapSides(room.table), false, "before the first turn");
  room = next(room, event(5, { e: "played", ply: first, ending: null }));
  assert.equal(maySwapSides(room.table), true);
  assert.equal(maySwapSides({ ...room.table, pie_rule: undefined }), false, "not at every table");
  const answered = next(room, event(6, { e: "played", ply: ply(2, "b1", [put("b1", 2)]), ending: null }));
  assert.equal(maySwapSides(answered.table), false, "after the second turn");
  const clocks = { left: [7, 8], running: null };
  room = next(room, event(6, { e: "sides_swapped", player: "B", clocks }));
  assert.deepEqual(room.table.chairs, [ben, ann]);
  assert.deepEqual(room.table.clocks, clocks);
  assert.equal(toMove(room.table), 2);
  assert.equal(room.table.turn, 2);
  assert.equal(maySwapSides(room.table), false, "not a second time");
  assert.deepEqual(
    [0, 1].map((at) => isBeforeSwap(room.table, at)),
    [true, false],
  );
  const later = page({ pie_rule: true, from: { code: "x", turn: 1 }, plies: [first, ply(2, "b1", [])] });
  assert.equal(maySwapSides(later.table), true, "the first turn of this game counts");
});
