// How long a page works until another player's turn is drawn, on a throttled processor: early in a game and late. Times and
// their ratio are printed, and the traces are kept among the output. No figure fails the test, because it would judge the
// machine along with the page.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { output } from "./harness/paths.js";
import { Record } from "./harness/record.js";
import { inScenario } from "./harness/scenario.js";
import { traced } from "./harness/trace.js";

/** @import { Player } from "./harness/player.js" */
/** @import { TraceEvent } from "./harness/trace.js" */

/** After how many plies is measured, and how many turns. */
const EARLY = 4;
const LATE = 60;
const MEASURED = 8;
/** How much slower the processor is made. */
const THROTTLING = 6;

const { turns } = Record.fixture("bushwhacked/two-friends");

test("another player's turn is drawn on a slow processor", (t) =>
  inScenario(t, "speed", async (scenario) => {
    const players = [await scenario.player("Ann"), await scenario.player("Ben")];
    for (const player of players) {
      player.monitor.allow(/status of 404/);
      player.allowDisconnects();
    }
    for (const { page } of players) await page.addInitScript(instrument);
    const { link } = await Match.start(scenario, players);
    const [ann, watched] = players;
    const hello = await watched.page.evaluate(() => /** @type {any} */ (window).e2eHello);
    // Only one page draws the board: both players send their turns from empty pages.
    const senders = [ann, await watched.anotherTab()];
    for (const { page } of senders) {
      await page.goto("/nothing");
      await page.evaluate(connect, { path: new URL(link).pathname, hello });
    }
    await watched.page.bringToFront();
    const devtools = await watched.page.context().newCDPSession(watched.page);
    /** @type {(from: number, to: number) => Promise<void>} */
    const playAll = async (from, to) => {
      for (let n = from; n < to; n += 1) {
        await senders[n % 2].page.evaluate(([turn, steps]) => /** @type {any} */ (window).e2ePlay(turn, steps), /** @type {const} */ ([n, turns[n].split(",")]));
        await hasSettled(watched, n + 1);
      }
    };
    /** @type {(count: number) => Promise<number>} the median after so many plies, in milliseconds */
    const measure = async (count) => {
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLING });
      const events = await traced(devtools, async () => {
        await watched.page.evaluate(() => performance.mark("e2e-watched"));
        await playAll(count, count + 2 * MEASURED);
      });
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await writeFile(await output(`speed/trace-${count}.json`), JSON.stringify({ traceEvents: events }));
      // Every other turn is the watched player's own, made in another tab.
      const times = drawingTimes(events).filter((_, at) => at % 2 === 0).sort((a, b) => a - b);
      t.diagnostic(`after ${count} plies, in ms on a ${THROTTLING} times slower processor: ${times.map((time) => time.toFixed(1)).join(" ")}`);
      // On a machine that is too busy the page may lose its connection, and catch up on several turns at once.
      assert.ok(times.length > 0, "no turn is in the trace");
      return times[Math.floor(times.length / 2)];
    };
    await playAll(0, EARLY);
    const early = await measure(EARLY);
    await playAll(EARLY + 2 * MEASURED, LATE);
    const late = await measure(LATE);
    t.diagnostic(`late to early: ${(late / early).toFixed(2)}`);
  }));

/** Ply `n` is in the list, and nothing moves any more. @type {(player: Player, n: number) => Promise<void>} */
async function hasSettled(player, n) {
  await player.sees(n);
  await player.page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await player.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
}

/** Runs in the page before its own scripts: keeps its hello, and marks in the trace when a turn arrives, before the page handles it. */
function instrument() {
  window.WebSocket = class extends WebSocket {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      this.addEventListener("message", ({ data }) => /"e":"played"/.test(data) && performance.mark("e2e-turn"));
    }

    /** @param {string} data */
    send(data) {
      if (JSON.parse(data).t === "hello") Object.assign(window, { e2eHello: data });
      super.send(data);
    }
  };
}

/**
 * Runs in an empty page: turns are sent over a connection of its own, one after the other. A connection that is lost is opened
 * again, and the same command sent again.
 * @param {{ path: string, hello: string }} table
 */
function connect({ path, hello }) {
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {(command: string) => Promise<{ t: string } | null>} the answer; null if the connection was lost */
  const send = (command) =>
    new Promise((answered) => {
      const open = socket?.readyState === WebSocket.OPEN ? socket : new WebSocket(`${location.origin.replace("http", "ws")}${path}/socket`);
      if (open === socket) open.send(command);
      else open.onopen = () => [hello, command].forEach((message) => open.send(message));
      open.onclose = () => answered(null);
      open.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === "done" || message.t === "refused") answered(message);
      };
      socket = open;
    });
  const e2ePlay = async (/** @type {number} */ turn, /** @type {string[]} */ steps) => {
    const id = `00000000-0000-4000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, "0")}`;
    const command = JSON.stringify({ t: "play", id, turn, steps });
    let answer = await send(command);
    while (answer === null) answer = await send(command);
    if (answer.t === "refused") throw new Error(JSON.stringify(answer));
  };
  Object.assign(window, { e2ePlay });
}

/**
 * For each turn, the processor time that the page's tasks took from its arrival until it was painted (milliseconds). Waiting
 * for the next frame does not count: without a graphics card it depends on the machine.
 * @param {TraceEvent[]} events
 */
function drawingTimes(events) {
  const watched = events.find(({ name }) => name === "e2e-watched");
  const own = events.filter(({ pid, tid }) => pid === watched?.pid && tid === watched?.tid).sort((a, b) => a.ts - b.ts);
  return own.filter(({ name }) => name === "e2e-turn").flatMap((turn) => {
    const paint = own.find(({ name, tdur, ts }) => name === "Paint" && tdur !== undefined && ts > turn.ts);
    if (!paint) return [];
    const painted = paint.tts + (paint.tdur ?? 0);
    const tasks = own.filter(({ name, tts, tdur }) => name === "RunTask" && tdur && tts < painted && tts + tdur > turn.tts);
    const worked = tasks.map(({ tts, tdur = 0 }) => Math.min(tts + tdur, painted) - Math.max(tts, turn.tts));
    return [worked.reduce((sum, time) => sum + time, 0) / 1000];
  });
}
