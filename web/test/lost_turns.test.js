// What a page says and does when a table comes back without turns that it had shown, or is gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../js/model/session.js";
import { joined, START } from "./joined.js";
import { ann, ben, cell, ply, put, table as tableView } from "./sample.js";

test("a table that goes back to what the database still has is shown in place, and says how many turns are lost", () => {
  const plies = [ply(1, "a1", [put("a1", 1)]), ply(2, "c1", [put("c1", 2)]), ply(1, "c3", [put("c3", 1)])];
  const { session, sent, event } = joined({ plies, changed_at: 30 }, ben);
  session.hello();
  assert.deepEqual(sent.at(-1).have, { table: 4, at: 30 });
  session.receive({ t: "snapshot", seq: 2, table: tableView({ plies: plies.slice(0, 1), changed_at: 10 }) });
  assert.equal(session.view.ply, 1);
  assert.match(session.notice, /lost the last 2 turns\. Please go on from here\.$/);
  // The server knows better: this page had not seen all of them.
  event({ e: "events_lost", lost: { seq: 3, turn: 1, turns: 3 } });
  assert.match(session.notice, /lost the last 3 turns\./);
  assert.deepEqual(sent.at(-1), { ...sent.at(-1), t: "preview", turn: 1 });
  session.hello();
  assert.deepEqual(sent.at(-1).have, { table: 3, at: 0 });
});

test("a page that comes to a table after a loss is told, until somebody has played", () => {
  const plies = [ply(1, "a1", [put("a1", 1)])];
  const lost = { seq: 3, turn: 1, turns: 1 };
  assert.match(joined({ plies, lost }).session.notice, /lost the last turn\./);
  assert.equal(joined({ plies: [...plies, ply(2, "c1", [])], lost }).session.notice, "");
  const { session } = joined({ plies: [...plies, ply(2, "c1", [])] });
  session.receive({ t: "snapshot", seq: 9, table: tableView({ plies, lost }) });
  assert.match(session.notice, /lost the last turn\./, "the numbers may have gone on");
});

test("a turn on its way that was composed for a lost position is dropped, and nothing is said but the loss", () => {
  const plies = [ply(1, "a1", [put("a1", 1)]), ply(2, "c1", [put("c1", 2)])];
  const { session, sent, preview } = joined({ plies });
  preview({ clicks: START });
  session.turn.touch(String(cell("a1")));
  preview({ complete: true });
  const play = sent.at(-1);
  assert.deepEqual([play.turn, play.command.t], [2, "play"]);
  session.receive({ t: "snapshot", seq: 2, table: tableView() });
  session.receive({ t: "refused", id: play.id, code: "wrong_turn", sentence: "The game has gone on." });
  assert.match(session.notice, /lost the last 2 turns/);
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.ok(!sent.slice(sent.indexOf(play) + 1).some(({ command }) => command?.t === "play"), "it is not sent again");
});

test("a page that was made for the end of a game cannot show one that goes on", () => {
  const { session } = joined({ phase: "over" });
  assert.ok(!session.isBeforeItsPage);
  session.receive({ t: "snapshot", seq: 2, table: tableView() });
  assert.ok(session.isBeforeItsPage);
  const started = joined({ phase: "waiting" });
  started.session.receive({ t: "snapshot", seq: 5, table: tableView() });
  assert.ok(!started.session.isBeforeItsPage);
});

test("a table that the database has lost is told of, and not asked for again", () => {
  const { session } = joined({ phase: "waiting" });
  session.receive({ t: "refused", id: null, code: "table_lost", sentence: "The table is lost." });
  session.disconnected();
  assert.deepEqual([session.notice, session.connected, session.lost], ["The table is lost.", true, true]);
});
