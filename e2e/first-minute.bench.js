// Measures how long a friend takes from the link to joining, and to the first stone, on slow networks and a slow processor. Run by
// hand: bench/first-minute. The traces are kept among the output.

import { writeFile } from "node:fs/promises";
import { output } from "./harness/paths.js";
import { openBrowser, PHONE } from "./harness/scenario.js";
import { Server } from "./harness/server.js";
import { traced } from "./harness/trace.js";

/** @import { Page } from "playwright-core" */

/** What Chromium's tools call these networks: the time to the first byte (milliseconds), and bits a second. @type {{ [name in string]: Network }} */
const NETWORKS = {
  "no throttling": { latency: 0, down: -8, up: -8, processor: 1 },
  "Fast 3G, processor 4 times slower": { latency: 562.5, down: 1_440_000, up: 675_000, processor: 4 },
  "Slow 3G, processor 4 times slower": { latency: 2000, down: 400_000, up: 400_000, processor: 4 },
};
/** @typedef {{ latency: number, down: number, up: number, processor: number }} Network */
/** @typedef {{ join: number, stone: number, requests: number, bytes: number }} Figures milliseconds after the link was opened; what was loaded until the game began */

const ROUNDS = Number(process.argv[2] ?? 3);
const server = new Server("first-minute", { countdown: "2s" });
await server.start();
const browser = await openBrowser();
try {
  for (const [name, network] of Object.entries(NETWORKS)) {
    /** @type {Figures[]} */
    const rounds = [];
    for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await measured(name, network, round));
    const median = (/** @type {keyof Figures} */ figure) => rounds.map((round) => round[figure]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
    console.log(`${name} (median of ${ROUNDS})`);
    console.log(`  link to "Join": ${seconds(median("join"))}, link to the first stone: ${seconds(median("stone"))}`);
    console.log(`  ${median("requests")} requests, ${median("bytes")} bytes`);
  }
} finally {
  await browser.close();
  await server.close();
}

/** @param {number} time milliseconds */
function seconds(time) {
  return `${(time / 1000).toFixed(2)} s`;
}

/** @type {(name: string, network: Network, round: number) => Promise<Figures>} */
async function measured(name, network, round) {
  const host = await newPage();
  const friend = await newPage();
  const link = await invite(host);
  await friend.addInitScript(instrument);
  const devtools = await friend.context().newCDPSession(friend);
  await devtools.send("Network.enable");
  const { latency, down, up, processor } = network;
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: down / 8, uploadThroughput: up / 8 });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processor });
  const events = await traced(devtools, () => play(friend, link));
  await writeFile(await output(`first-minute/${name.replace(/\W+/g, "-")}-${round}.json`), JSON.stringify({ traceEvents: events }));
  const figures = await friend.evaluate(figuresOf);
  for (const page of [host, friend]) await page.context().close();
  return figures;
}

async function newPage() {
  const context = await browser.newContext({ baseURL: server.url, ...PHONE });
  return context.newPage();
}

/** Opens a table where the friend will take the first turn. @param {Page} page */
async function invite(page) {
  await page.goto("/?game=bushwhacked");
  const form = page.locator("form.play");
  await form.locator(".more summary").tap();
  for (const choice of ["2", "Whoever is in seat 1"]) await form.getByLabel(choice, { exact: true }).filter({ visible: true }).check({ force: true });
  await form.getByLabel("Your name").fill("Host");
  await form.getByRole("button", { name: "Open the table" }).tap();
  await page.waitForURL(/\/g\//);
  await page.getByRole("button", { name: "Stand up" }).tap();
  await page.locator('[data-chair="1"]').tap();
  await page.locator("#name-form button").tap();
  await page.getByRole("button", { name: "Stand up" }).waitFor();
  return page.url();
}

/** Three taps: join, a square, and that it is meant. @type {(page: Page, link: string) => Promise<void>} */
async function play(page, link) {
  await page.goto(link, { waitUntil: "commit" });
  await marked(page, "join-usable");
  await page.getByLabel("Your name").fill("Friend");
  await page.locator("#name-form button").tap();
  await page.waitForFunction(() => document.body.dataset.phase === "playing");
  await page.locator('#board [data-name="e5"]').tap();
  await page.locator("#buttons [data-confirm]").tap();
  await marked(page, "first-stone");
}

/** @type {(page: Page, name: string) => Promise<void>} */
async function marked(page, name) {
  await page.waitForFunction((wanted) => performance.getEntriesByName(wanted).length > 0, name);
}

/** Runs in the page before its own scripts: marks in the trace when one can join, and when the first stone is painted. */
function instrument() {
  /** @type {{ [mark in string]: () => boolean }} */
  const moments = {
    "join-usable": () => document.body?.classList.contains("alive") && document.getElementById("name-form")?.hidden === false,
    "first-stone": () => document.querySelector("#board .piece.white") !== null,
  };
  const look = () => {
    for (const [mark, has] of Object.entries(moments)) {
      if (performance.getEntriesByName(mark).length === 0 && has()) performance.mark(mark);
    }
    requestAnimationFrame(look);
  };
  look();
}

/** Runs in the page. @returns {Figures} */
function figuresOf() {
  const at = (/** @type {string} */ mark) => performance.getEntriesByName(mark)[0].startTime;
  const loaded = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]);
  return {
    join: at("join-usable"),
    stone: at("first-stone"),
    requests: loaded.length,
    bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}
