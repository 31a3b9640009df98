// Measures how long a page works until another player's turn is drawn, on a throttled processor: in every game, early and late. Run
// by hand: bench/drawing, or bench/drawing btt. The traces are kept among the output.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { output } from "./harness/paths.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { Rules } from "./harness/rules.js";
import { Scenario } from "./harness/scenario.js";
import { traced } from "./harness/trace.js";

/** @import { CDPSession } from "playwright-core" */
/** @import { Player } from "./harness/player.js" */
/** @import { Tags } from "./harness/rules.js" */
/** @import { TraceEvent } from "./harness/trace.js" */

/** After how many plies is measured, early and late, and how many turns of the other player. */
const EARLY = 4;
const LATE = 100;
const MEASURED = 5;
/** How much slower the processor is made. */
const THROTTLING = 6;
/** What one frame of work may take on such a processor (milliseconds). */
const GOAL = 50;
/** How often a game that has ended goes on in another way until it is long enough, and from how many turns before at most. */
const TRIES = 40;
const BACK = 8;
/** After this time a turn has been painted (milliseconds). */
const PAINTED = 500;

/** Two players of each game; boards that come in several sizes have the largest. @type {Tags[]} */
const GAMES = ["bushwhacked", "btt", "bushka", "antipode", "bushi"].map((Game) => ({ Game, Seats: "2", Variant: Game === "bushi" ? "10x10" : "" }));

const wanted = process.argv.slice(2);
for (const tags of GAMES) if (wanted.length === 0 || wanted.includes(tags.Game)) await measureGame(tags);

/** @param {Tags} tags */
async function measureGame(tags) {
  const scenario = new Scenario({ diagnostic: console.log }, `drawing/${tags.Game}`);
  try {
    await scenario.open();
    await measureBoth(scenario, tags);
  } finally {
    await scenario.close();
  }
}

/** @type {(scenario: Scenario, tags: Tags) => Promise<void>} */
async function measureBoth(scenario, tags) {
  const turns = madeUp(new Rules(tags, scenario.server.url), LATE + 2 * MEASURED);
  const players = [await scenario.player("Ann"), await scenario.player("Ben")];
  // Only one page draws the board: both players send their turns from pages without one.
  const path = await openTable(players, tags, ["Ann", "Ben"]);
  const watched = await players[1].anotherTab();
  await watched.page.addInitScript(instrument);
  await watched.open(path);
  const devtools = await watched.page.context().newCDPSession(watched.page);
  /** @type {(from: number, to: number) => Promise<void>} */
  const playAll = async (from, to) => {
    for (let n = from; n < to; n += 1) {
      await playTurns(players, tags, path, scenario.server.url, turns.slice(0, n + 1), n);
      await hasSettled(watched, n + 1);
    }
  };
  const late = Math.min(LATE, turns.length - 2 * MEASURED);
  await playAll(0, EARLY);
  await measure(devtools, watched, tags.Game, EARLY, playAll);
  await playAll(EARLY + 2 * MEASURED, late);
  const median = await measure(devtools, watched, tags.Game, late, playAll);
  console.log(`${tags.Game}: ${median.toFixed(0)} ms after ${late} plies, ${median <= GOAL ? "within" : "over"} the goal of ${GOAL}`);
}

/** A game of turns that are legal and mean nothing: as many as wanted, or those of the longest game found. @type {(rules: Rules, count: number) => string[]} */
function madeUp(rules, count) {
  const random = numbers();
  /** @type {string[]} */
  let longest = [];
  /** @type {string[]} */
  let turns = [];
  for (let tries = 0; tries < TRIES && longest.length < count;) {
    const turn = anyTurn(rules, turns, random);
    if (turn === null) tries += 1;
    turns = turn === null ? turns.slice(0, -1 - (random() % BACK)) : [...turns, turn];
    if (turns.length > longest.length) longest = turns;
  }
  return longest;
}

/** A turn after others; null if it would end the game: then nobody had to move. @type {(rules: Rules, turns: string[], random: () => number) => string | null} */
function anyTurn(rules, turns, random) {
  const mover = moverIn(rules.after(turns).position);
  /** @type {string[]} */
  const steps = [];
  for (;;) {
    const { legal, position } = rules.after(turns, steps);
    if (legal.length === 0) return null;
    if (moverIn(position) !== mover) return steps.join();
    steps.push(legal[random() % legal.length]);
  }
}

/** Numbers without a pattern, the same each time. */
function numbers() {
  let last = 1;
  return () => (last = (last * 48_271) % 2_147_483_647);
}

/** @param {string} position */
function moverIn(position) {
  return position.split(" ")[1];
}

/** The median after so many plies, in milliseconds. @type {(devtools: CDPSession, watched: Player, game: string, count: number, playAll: (from: number, to: number) => Promise<void>) => Promise<number>} */
async function measure(devtools, watched, game, count, playAll) {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLING });
  const events = await traced(devtools, async () => {
    await watched.page.evaluate(() => performance.mark("e2e-watched"));
    await playAll(count, count + 2 * MEASURED);
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await writeFile(await output(`drawing/${game}-${count}.json`), JSON.stringify({ traceEvents: events }));
  // Every other turn is the watched player's own, made in another tab.
  const times = drawingTimes(events)
    .filter((_, at) => at % 2 === 0)
    .sort((a, b) => a - b);
  assert.ok(times.length > 0, "no turn is in the trace");
  console.log(`${game} after ${count} plies, in ms on a ${THROTTLING} times slower processor: ${times.map((time) => time.toFixed(1)).join(" ")}`);
  return times[Math.floor(times.length / 2)];
}

/** Ply `n` is in the list, and nothing moves any more. Asking takes the page's time, so a turn is painted first. @type {(player: Player, n: number) => Promise<void>} */
async function hasSettled(player, n) {
  await new Promise((resolve) => setTimeout(resolve, PAINTED));
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
 * For each turn, the processor time (milliseconds) that the page's tasks took from its arrival until it was painted, and that
 * drawing the painted frame took, on whichever threads. Waiting for the next frame does not count: without a graphics card it
 * depends on the machine.
 * @param {TraceEvent[]} events
 */
function drawingTimes(events) {
  const watched = events.find(({ name }) => name === "e2e-watched");
  const page = events.filter(({ pid }) => pid === watched?.pid).sort((a, b) => a.ts - b.ts);
  const own = page.filter(({ tid }) => tid === watched?.tid);
  return own
    .filter(({ name }) => name === "e2e-turn")
    .flatMap((turn) => {
      const paint = own.find(({ name, tdur, ts }) => name === "Paint" && tdur !== undefined && ts > turn.ts);
      if (!paint) return [];
      const painted = paint.tts + (paint.tdur ?? 0);
      const tasks = own.filter(({ name, tts, tdur }) => name === "RunTask" && tdur && tts < painted && tts + tdur > turn.tts);
      const worked = tasks.map(({ tts, tdur = 0 }) => Math.min(tts + tdur, painted) - Math.max(tts, turn.tts));
      return [(sumOf(worked) + sumOf(rasterTimes(page, paint.ts))) / 1000];
    });
}

/** How long the tiles of the first frame after a paint took to draw. @type {(page: TraceEvent[], painted: number) => number[]} */
function rasterTimes(page, painted) {
  const tiles = page.filter(({ name, ts }) => name === "RasterTask" && ts > painted);
  const frame = tiles[0]?.args?.tileData?.sourceFrameNumber;
  return tiles.filter(({ args }) => args?.tileData?.sourceFrameNumber === frame).map(({ tdur, dur }) => tdur ?? dur ?? 0);
}

/** @param {number[]} times */
function sumOf(times) {
  return times.reduce((sum, time) => sum + time, 0);
}
