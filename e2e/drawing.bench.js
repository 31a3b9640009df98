// Measures how long a page works until another player's turn is drawn, on a throttled processor: early in a game and late. Run by
// hand: bench/drawing. The traces are kept among the output.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { output } from "./harness/paths.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { Record } from "./harness/record.js";
import { Scenario } from "./harness/scenario.js";
import { traced } from "./harness/trace.js";

/** @import { CDPSession } from "playwright-core" */
/** @import { Player } from "./harness/player.js" */
/** @import { TraceEvent } from "./harness/trace.js" */

/** After how many plies is measured, and how many turns of the other player. */
const EARLY = 4;
const LATE = 60;
const MEASURED = 8;
/** How much slower the processor is made. */
const THROTTLING = 6;

const TAGS = { Game: "bushwhacked", Seats: "2" };
const { turns } = Record.fixture("bushwhacked/two-friends");

const scenario = new Scenario({ diagnostic: console.log }, "drawing");
try {
  await scenario.open();
  await measureBoth();
} finally {
  await scenario.close();
}

async function measureBoth() {
  const players = [await scenario.player("Ann"), await scenario.player("Ben")];
  // Only one page draws the board: both players send their turns from pages without one.
  const path = await openTable(players, TAGS, ["Ann", "Ben"]);
  const watched = await players[1].anotherTab();
  await watched.page.addInitScript(instrument);
  await watched.open(path);
  const devtools = await watched.page.context().newCDPSession(watched.page);
  /** @type {(from: number, to: number) => Promise<void>} */
  const playAll = async (from, to) => {
    for (let n = from; n < to; n += 1) {
      await playTurns(players, TAGS, path, scenario.server.url, turns.slice(0, n + 1), n);
      await hasSettled(watched, n + 1);
    }
  };
  await playAll(0, EARLY);
  const early = await measure(devtools, watched, EARLY, playAll);
  await playAll(EARLY + 2 * MEASURED, LATE);
  const late = await measure(devtools, watched, LATE, playAll);
  console.log(`late to early: ${(late / early).toFixed(2)}`);
}

/** The median after so many plies, in milliseconds. @type {(devtools: CDPSession, watched: Player, count: number, playAll: (from: number, to: number) => Promise<void>) => Promise<number>} */
async function measure(devtools, watched, count, playAll) {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLING });
  const events = await traced(devtools, async () => {
    await watched.page.evaluate(() => performance.mark("e2e-watched"));
    await playAll(count, count + 2 * MEASURED);
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await writeFile(await output(`drawing/trace-${count}.json`), JSON.stringify({ traceEvents: events }));
  // Every other turn is the watched player's own, made in another tab.
  const times = drawingTimes(events)
    .filter((_, at) => at % 2 === 0)
    .sort((a, b) => a - b);
  assert.ok(times.length > 0, "no turn is in the trace");
  console.log(`after ${count} plies, in ms on a ${THROTTLING} times slower processor: ${times.map((time) => time.toFixed(1)).join(" ")}`);
  return times[Math.floor(times.length / 2)];
}

/** Ply `n` is in the list, and nothing moves any more. @type {(player: Player, n: number) => Promise<void>} */
async function hasSettled(player, n) {
  await player.sees(n);
  await player.page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await player.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
}

/** Runs in the page before its own scripts: marks in the trace when a turn arrives, before the page handles it. */
function instrument() {
  window.WebSocket = class extends WebSocket {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      this.addEventListener("message", ({ data }) => /"e":"played"/.test(data) && performance.mark("e2e-turn"));
    }
  };
}

/**
 * For each turn, the processor time that the page's tasks took from its arrival until it was painted (milliseconds). Waiting
 * for the next frame does not count: without a graphics card it depends on the machine.
 * @param {TraceEvent[]} events
 */
function drawingTimes(events) {
  const watched = events.find(({ name }) => name === "e2e-watched");
  const own = events.filter(({ pid, tid }) => pid === watched?.pid && tid === watched?.tid).sort((a, b) => a.ts - b.ts);
  return own
    .filter(({ name }) => name === "e2e-turn")
    .flatMap((turn) => {
      const paint = own.find(({ name, tdur, ts }) => name === "Paint" && tdur !== undefined && ts > turn.ts);
      if (!paint) return [];
      const painted = paint.tts + (paint.tdur ?? 0);
      const tasks = own.filter(({ name, tts, tdur }) => name === "RunTask" && tdur && tts < painted && tts + tdur > turn.tts);
      const worked = tasks.map(({ tts, tdur = 0 }) => Math.min(tts + tdur, painted) - Math.max(tts, turn.tts));
      return [worked.reduce((sum, time) => sum + time, 0) / 1000];
    });
}
