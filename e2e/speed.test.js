// How long another player's turn takes until it is drawn, on a processor six times slower. The trace and the figures are
// kept among the output; no figure fails the test, since a busy machine would be judged with the page.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { inHouse } from "./harness/house.js";
import { output } from "./harness/places.js";
import { Game } from "./harness/record.js";

/** How many turns are played before, and how many are measured. */
const BEFORE = 60;
const MEASURED = 8;
const SLOWER = 6;

test("another player's turn is drawn on a slow processor", (t) =>
  inHouse(t, "speed", async (house) => {
    const ann = await house.person("Ann");
    const ben = await house.person("Ben");
    for (const { page } of [ann, ben]) await page.addInitScript(markTurns);
    await ben.open(await ann.openTable({ players: "2" }));
    await ben.sit(2);
    for (const { page } of [ann, ben]) await page.waitForFunction(() => document.body.dataset.phase === "playing");
    const { turns } = Game.fixture("bushwhacked/two-friends.txt");
    const first = (await ann.page.locator("body").getAttribute("class"))?.includes("mine") ? ann : ben;
    const people = first === ann ? [ann, ben] : [ben, ann];
    const play = async (/** @type {number} */ n) => {
      await hands[n % 2].page.evaluate(([number, steps]) => /** @type {any} */ (window).e2ePlay(number, steps), /** @type {const} */ ([n, turns[n].split(",")]));
      // Whoever is measured is not asked, which would cost time of its own.
      await people[0].sees(n + 1);
    };
    const hands = await Promise.all(people.map((person) => person.anotherTab()));
    for (const tab of hands) {
      await tab.open(people[0].page.url());
      await tab.page.evaluate(wire);
    }
    for (let n = 0; n < BEFORE; n += 1) await play(n);
    await people[1].sees(BEFORE);
    const [watched, page] = [people[1], people[1].page];
    const line = await page.context().newCDPSession(page);
    await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const events = await traced(line, async () => {
      await page.evaluate(() => performance.mark("e2e-watched"));
      for (let n = BEFORE; n < BEFORE + MEASURED; n += 1) {
        await play(n);
        await page.waitForTimeout(900);
      }
    });
    await writeFile(await output("speed/trace.json"), JSON.stringify({ traceEvents: events }));
    const times = drawn(events).sort((a, b) => a - b);
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

/** Runs in another tab: turns are sent over a line of its own. */
async function wire() {
  const line = new WebSocket(`${location.href.replace("http", "ws")}/socket`);
  await new Promise((open) => (line.onopen = open));
  line.send(JSON.stringify({ t: "hello", version: 1, have: 0 }));
  const id = () => `00000000-0000-4000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, "0")}`;
  Object.assign(window, {
    e2ePlay: (/** @type {number} */ turn, /** @type {string[]} */ steps) => line.send(JSON.stringify({ t: "play", id: id(), turn, steps })),
  });
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
 * For each turn, the time that the page worked until it had painted what came of it: the time of its thread, so that
 * other programs on the machine do not count.
 * @param {Event[]} events
 */
function drawn(events) {
  const watched = events.find(({ name }) => name === "e2e-watched")?.pid;
  const heard = events.filter(({ name, pid }) => name === "e2e-turn" && pid === watched).sort((a, b) => a.ts - b.ts);
  const paints = events.filter(({ name, tdur }) => name === "Paint" && tdur !== undefined).sort((a, b) => a.ts - b.ts);
  return heard.flatMap(({ ts, tts, pid, tid }) => {
    const paint = paints.find((event) => event.pid === pid && event.tid === tid && event.ts > ts);
    return paint ? [(paint.tts + (paint.tdur ?? 0) - tts) / 1000] : [];
  });
}
