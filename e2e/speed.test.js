// How long another player's turn takes until it is drawn, on a processor six times slower. The trace and the figures are
// kept among the output; no figure fails the test, since a busy machine would be judged with the page.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inHouse } from "./harness/house.js";
import { output } from "./harness/places.js";
import { Game } from "./harness/record.js";

/** How many turns are played before, and how many of one player are measured. */
const BEFORE = 60;
const MEASURED = 8;
const SLOWER = 6;

test("another player's turn is drawn on a slow processor", (t) =>
  inHouse(t, "speed", async (house) => {
    const ann = await house.person("Ann");
    const ben = await house.person("Ben");
    for (const { watch } of [ann, ben]) watch.forgive(/status of 404/);
    for (const { page } of [ann, ben]) await page.addInitScript(markTurns);
    await ben.open(await ann.openTable({ players: "2" }));
    await ben.sit(2);
    for (const { page } of [ann, ben]) await page.waitForFunction(() => document.body.dataset.phase === "playing");
    const { turns } = Game.fixture("bushwhacked/two-friends.txt");
    const first = (await ann.page.locator("body").getAttribute("class"))?.includes("mine") ? ann : ben;
    const people = first === ann ? [ann, ben] : [ben, ann];
    // One board is drawn, and nothing else: whoever plays has a line and an empty page.
    const [table, watched] = [new URL(ann.page.url()).pathname, people[1]];
    const hands = [people[0], await watched.anotherTab()];
    for (const hand of hands) {
      await hand.open("/nothing");
      await hand.page.evaluate(wire, table);
    }
    const play = async (/** @type {number} */ n) =>
      hands[n % 2].page.evaluate(([number, steps]) => /** @type {any} */ (window).e2ePlay(number, steps), /** @type {const} */ ([n, turns[n].split(",")]));
    for (let n = 0; n < BEFORE; n += 1) await play(n);
    await watched.sees(BEFORE);
    const { page } = watched;
    await page.bringToFront();
    const line = await page.context().newCDPSession(page);
    await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const events = await traced(line, async () => {
      await page.evaluate(() => performance.mark("e2e-watched"));
      for (let n = BEFORE; n < BEFORE + 2 * MEASURED; n += 1) {
        await play(n);
        await sleep(700);
      }
    });
    await writeFile(await output("speed/trace.json"), JSON.stringify({ traceEvents: events }));
    // Every other turn is the watched one's own, made elsewhere.
    const times = drawn(events).filter((_, at) => at % 2 === 0).sort((a, b) => a - b);
    t.diagnostic(`drawn within (ms, ${watched.name}'s page, ${SLOWER} times slower): ${times.map((time) => time.toFixed(1)).join(" ")}`);
    assert.equal(times.length, MEASURED, "turns in the trace");
  }));

/** Runs in the page before its own scripts: a mark in the trace for each turn that is heard of, before the page handles it. */
function markTurns() {
  window.WebSocket = class extends WebSocket {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      this.addEventListener("message", ({ data }) => /"e":"played"/.test(data) && performance.mark("e2e-turn"));
    }
  };
}

/** Runs in an empty page: turns are sent over a line of its own, one after the other. @param {string} table */
async function wire(table) {
  const line = new WebSocket(`${location.origin.replace("http", "ws")}${table}/socket`);
  await new Promise((open) => (line.onopen = open));
  line.send(JSON.stringify({ t: "hello", version: 1, have: 0 }));
  const id = () => `00000000-0000-4000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, "0")}`;
  const e2ePlay = (/** @type {number} */ turn, /** @type {string[]} */ steps) =>
    new Promise((done, fail) => {
      line.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === "done") done(message.seq);
        if (message.t === "refused") fail(new Error(data));
      };
      line.send(JSON.stringify({ t: "play", id: id(), turn, steps }));
    });
  Object.assign(window, { e2ePlay });
}

/** @typedef {{ name: string, ts: number, tts: number, tdur?: number, pid: number, tid: number }} Event */

/** @type {(line: import("playwright-core").CDPSession, tell: () => Promise<void>) => Promise<Event[]>} */
async function traced(line, tell) {
  /** @type {Event[]} */
  const events = [];
  line.on("Tracing.dataCollected", ({ value }) => events.push(.../** @type {any[]} */ (value)));
  const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
  await line.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: categories } });
  await tell();
  const done = new Promise((end) => line.once("Tracing.tracingComplete", end));
  await line.send("Tracing.end");
  await done;
  return events;
}

/**
 * For each turn, the time that the page worked from hearing of it until it had painted what came of it: what its tasks took
 * on its thread. Waiting for the next picture of the screen is not counted: without a graphics card it depends on the machine.
 * @param {Event[]} events
 */
function drawn(events) {
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
