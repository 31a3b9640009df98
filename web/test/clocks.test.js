import assert from "node:assert/strict";
import { test } from "node:test";
import { alarmOf, reading, usedTimes } from "../js/model/clocks.js";
import { holidayEnd, isOutOfTime, reduce, roomOf } from "../js/model/room.js";
import { ServerTime } from "../js/model/server-time.js";
import { fineFace, took } from "../js/sentences/clock-faces.js";
import { face } from "../js/sentences/clock.js";
import { summarizePly } from "../js/sentences/plies.js";
import { clockOf, kind, page, ply, table } from "./sample.js";

/** @import { ClocksView } from "../protocol.js" */

test("only the clock of the seat to move runs, and none shows less than nothing", () => {
  /** @type {ClocksView} */
  const clocks = { left: [60_000, 50_000], running: { seat: 1, from: 1_000, deadline: 61_000 } };
  assert.deepEqual(reading(clocks, 1, 0), { left: 60_000, state: "waiting" });
  assert.deepEqual(reading(clocks, 1, 1_000), { left: 60_000, state: "running" });
  assert.deepEqual(reading(clocks, 1, 60_999), { left: 1, state: "running" });
  assert.deepEqual(reading(clocks, 1, 99_000), { left: 0, state: "running" });
  assert.deepEqual(reading(clocks, 2, 99_000), { left: 50_000, state: "stopped" });
  assert.deepEqual(reading({ left: [60_000, 7], running: null }, 2, 99_000), { left: 7, state: "stopped" });
});

test("a player is warned below thirty seconds, and again below ten", () => {
  assert.deepEqual([30_000, 29_999, 10_000, 9_999, 0].map(alarmOf), ["", "low", "low", "short", "short"]);
});

test("the server's time comes from its messages, and the one that was quickest counts", () => {
  let mine = 1_000;
  const time = new ServerTime(() => mine, 50_000);
  assert.equal(time.now, 50_000);
  mine = 2_000;
  assert.equal(time.now, 51_000);
  time.refine(50_900);
  assert.equal(time.now, 51_000, "that message was slower");
  time.refine(51_200);
  assert.equal(time.now, 51_200);
  mine = 3_000;
  time.restart(40_000);
  assert.equal(time.now, 40_000, "another server");
});

test("times are written as the server writes them", () => {
  const times = [0, 59_999, 65_000, 3_723_000, 90_000_000];
  assert.deepEqual(times.map(face), ["0:00", "0:59", "1:05", "1:02:03", "1d 1h"]);
  assert.deepEqual(times.map(took), ["0 s", "59 s", "1:05", "1 h 2 min", "1d 1h"]);
  assert.deepEqual([9_999, 940, 0].map(fineFace), ["0:09.9", "0:00.9", "0:00.0"]);
});

test("events set the clocks, and tell who ran out of time", () => {
  const clock = clockOf(60_000, 0);
  const before = { left: [60_000, 60_000], running: { seat: 1, from: 0, deadline: 60_000 } };
  const room = roomOf(page({ clock, clocks: before }));
  /** @type {ClocksView} */
  const clocks = { left: [80_000, 60_000], running: { seat: 1, from: 5_000, deadline: 85_000 } };
  const credited = reduce(room, { t: "event", seq: 5, at: 0, event: { e: "outage_credited", seat: 1, credit: 20_000, clocks } });
  assert.ok(credited !== "missed");
  assert.deepEqual(credited.table.clocks, clocks);
  const drop = { ...ply(1, "drop:1", [], null), reason: /** @type {const} */ ("time") };
  assert.equal(summarizePly(kind(), drop), "ran out of time");
  assert.equal(summarizePly(kind(), ply(1, "drop:1", [])), "left the game");
  assert.ok(isOutOfTime(table({ plies: [drop] }), 1));
  assert.ok(!isOutOfTime(table({ plies: [drop] }), 2));
});

test("a player is on holiday until it ends or they are back", () => {
  const clock = clockOf(60_000, 0);
  const room = roomOf(page({ clock, clocks: { left: [60_000, 60_000], running: { seat: 1, from: 0, deadline: 60_000 } } }));
  /** @type {ClocksView} */
  const clocks = { left: [60_000, 60_000], running: { seat: 1, from: 9_000, deadline: 69_000 }, holidays: [{ seat: 1, until: 9_000 }] };
  const rested = reduce(room, { t: "event", seq: 5, at: 0, event: { e: "on_holiday", seat: 1, until: 9_000, clocks } });
  assert.ok(rested !== "missed");
  const end = (/** @type {number} */ seat, /** @type {number} */ now) => holidayEnd(rested.table.clocks, seat, now);
  assert.deepEqual([end(1, 8_999), end(1, 9_000), end(2, 0), holidayEnd(undefined, 1, 0)], [9_000, 0, 0, 0]);
});

test("a record with clocks shows the time that each seat had used up to a ply", () => {
  const clock = clockOf(60_000, 5_000);
  const plies = [1, 2, 1, 2].map((seat, at) => ({ ...ply(seat, "a1", []), spent: 1_000 * (at + 1) }));
  const record = { ...table({ plies, clock }), phase: /** @type {const} */ ("over") };
  assert.deepEqual(
    [0, 1, 3, 4].map((at) => usedTimes(record, at)),
    [
      [0, 0],
      [1_000, 0],
      [4_000, 2_000],
      [4_000, 6_000],
    ],
  );
  // A drop of a seat that was not to move took no time.
  assert.deepEqual(usedTimes({ ...record, plies: [plies[0], ply(2, "drop:2", [])] }, 2), [1_000, 0]);
  for (const other of [{ clock: undefined }, { clocks: { left: [1, 2], running: null } }, { phase: /** @type {const} */ ("playing") }]) {
    assert.equal(usedTimes({ ...record, ...other }, 2), null);
  }
});
