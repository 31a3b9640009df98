import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { joined, START } from "./joined.js";
import { maySwapSides } from "../js/model/pie-rule.js";
import { ann, ben, cell, ply, put } from "./sample.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

test("who opened has the other side once it was taken, and composes there", () => {
  const { session, preview, event } = joined({ pie_rule: true });
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  assert.deepEqual([session.seat, session.turn.ours, session.state.rotation], [1, false, 0]);
  event({ e: "sides_swapped", player: "B" });
  assert.deepEqual([session.seat, session.turn.ours, session.state.rotation], [2, true, 180], "the board is seen from there");
  assert.match(session.notice, /Ben.* took the side that has opened/);
  preview({ clicks: START });
  assert.equal(session.turn.number, 2);
});

test("who takes a side drops what was staged, and keeps the board as they turned it", () => {
  const { session, sent, preview, event } = joined({ pie_rule: true }, ben);
  session.view.rotate();
  const turned = session.state.rotation;
  event({ e: "played", ply: ply(1, "a1", [put("a1", 1)]), ending: null });
  preview({ clicks: START });
  session.turn.touch(String(cell("c1")));
  session.commands.swapSides();
  const { turn, command } = sent.at(-1);
  assert.deepEqual([turn, command], [1, { t: "swap_sides" }]);
  event({ e: "sides_swapped", player: "B" });
  assert.deepEqual([session.seat, session.turn.ours, session.turn.steps], [1, false, []]);
  assert.equal(session.state.rotation, turned);
  assert.equal(session.notice, "");
});

test("it is for two: a table that was changed to more players does not have it", () => {
  assert.equal(maySwapSides(opened({ chairs: [ann, ben] })), true);
  assert.equal(maySwapSides(opened({ chairs: [ann, ben, ann] })), false);
});

/** A table after its first turn. @param {Partial<import("../protocol.js").TableView>} more */
const opened = (more) => joined({ pie_rule: true, plies: [ply(1, "a1", [put("a1", 1)])], ...more }).session.table;
