import assert from "node:assert/strict";
import { test } from "node:test";
import { chairToTake, keptFor } from "../js/model/kept.js";
import { reduce, roomOf } from "../js/model/room.js";
import { ann, ben, page, table } from "./sample.js";

/** @type {import("../protocol.js").PlayerView} */
const eve = { id: "E", name: "Eve", kind: "guest" };
const UNTIL = 1000;

/** A rematch of three, whose second chair the host has taken. */
const rematch = () => table({ phase: "waiting", chairs: [null, ann, null], kept: { chairs: [ben, null, eve], until: UNTIL } });

test("a kept chair is for the one it is kept for, until its time is over", () => {
  assert.equal(chairToTake(rematch(), "B", 0), 0);
  assert.equal(chairToTake(rematch(), "E", 0), 2);
  assert.equal(chairToTake(rematch(), undefined, 0), -1, "nobody else finds one");
  assert.equal(chairToTake(rematch(), undefined, UNTIL), 0);
  assert.deepEqual(
    [0, 1, 2].map((chair) => keptFor(rematch(), chair, 0)?.name),
    ["Ben", undefined, "Eve"],
  );
  assert.equal(keptFor(rematch(), 0, UNTIL), null);
});

test("whoever sits down somewhere leaves the chair that was kept for them", () => {
  const { phase, chairs, kept } = rematch();
  let room = roomOf(page({ phase, chairs, kept }, null));
  const sits = (/** @type {number} */ seq, /** @type {typeof eve} */ player, /** @type {number} */ chair) => {
    const now = reduce(room, { t: "event", seq, at: 0, event: { e: "sat", player, chair } });
    assert.ok(now !== "missed");
    room = now;
  };
  sits(5, eve, 2);
  assert.deepEqual(room.table.kept?.chairs, [ben, null, null]);
  sits(6, ben, 0);
  assert.equal(room.table.kept, null);
});

test("a rematch is known from its event, and from the page of a record", () => {
  const proposed = { code: "0123456789ab", by: "Ann" };
  const room = reduce(roomOf(page({ phase: "over" })), { t: "event", seq: 5, at: 0, event: { e: "rematch", rematch: proposed } });
  assert.deepEqual(room !== "missed" && room.table.rematch, proposed);
  assert.deepEqual(roomOf({ ...page({ phase: "over" }), rematch: proposed }).table.rematch, proposed);
});
