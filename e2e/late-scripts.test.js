// The scripts of a page come late, or its connection does, as where the network is slow: the board stands where it will stand once
// they are there, and can be clicked by then.

import assert from "node:assert/strict";
import { test } from "node:test";
import { holdUp } from "./harness/hold-up.js";
import { command, openTable } from "./harness/quick-table.js";
import { inScenario, PHONE } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */

const NAMES = ["Ann", "Ben", "Cem", "Dee"];
const UPRIGHT = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
];
const CLOCKS = { untimed: "no clock", "7d+12h, cap 14d, grace 8h": "days", "600+5": "minutes" };

/** Where the board is: its left and upper edge, and its width (pixels). @param {Player} player */
const placeOfBoard = (player) =>
  player.page.evaluate(() => {
    const { left, top, width } = /** @type {HTMLElement} */ (document.getElementById("table-top")).getBoundingClientRect();
    return [left, top, width];
  });

/** Opens a table whose scripts are held up, on a screen of each size; its board does not move when they come. @type {(player: Player, path: string, what: string) => Promise<void>} */
async function boardStays(player, path, what) {
  for (const size of UPRIGHT) {
    const at = await player.anotherTab();
    await at.page.setViewportSize(size);
    /** @type {(value: unknown) => void} */
    let release = () => {};
    const released = new Promise((resolve) => (release = resolve));
    await at.page.route(/\/js\/pages\/(game|record)/, async (route) => {
      await released;
      await route.continue();
    });
    await at.page.goto(`${new URL(player.page.url()).origin}${path}`, { waitUntil: "commit" });
    await at.page.locator("#table").waitFor({ state: "attached" });
    await at.page.waitForFunction(() => [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link instanceof HTMLLinkElement && link.sheet));
    const before = await placeOfBoard(at);
    release(undefined);
    await at.page.locator("body.alive").waitFor();
    await at.page.locator("#players .badge").first().waitFor();
    await at.page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const after = await placeOfBoard(at);
    // Scripts count in whole pixels.
    assert.ok(
      after.every((value, index) => Math.abs(value - before[index]) <= 1),
      `${what} on ${size.width}x${size.height}: from ${before} to ${after}`,
    );
    await at.page.close();
  }
}

test("the board does not move when scripts come late", (t) =>
  inScenario(t, "late-scripts", async (scenario) => {
    const players = await Promise.all(NAMES.map((name) => scenario.player(name, PHONE)));
    for (const [clock, words] of Object.entries(CLOCKS)) {
      for (const seats of [2, 4]) {
        const path = await openTable(players.slice(0, seats), { Game: "bushwhacked", Seats: `${seats}`, Clock: clock }, NAMES);
        const what = `${seats} seats, ${words}`;
        await scenario.step(what, async () => {
          await players[0].open(path);
          await players[0].phase("playing");
          await boardStays(players[0], path, what);
          for (const player of players.slice(1, seats)) await command(player, path, { command: { t: "resign" } });
          await players[0].phase("over");
          await boardStays(players[0], path, `${what}, when the game is over`);
        });
      }
    }
  }));

test("what is clicked before the connection is open is played, and a tap on a small cell only aims", (t) =>
  inScenario(t, "late-connection", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann"), await scenario.player("Ben", PHONE)];
    const path = await openTable([ann, ben], { Game: "bushwhacked", Seats: "2" }, NAMES);
    await ann.open(path);
    await ann.phase("playing");
    await ann.play("e5");
    await scenario.step("a tap", async () => {
      const release = await holdUp(ben);
      await ben.open(path);
      await ben.page.locator("body.alive").waitFor();
      // Which cells can be chosen is not known yet.
      await ben.touchInert("f6");
      await ben.page.getByRole("button", { name: "Choose f6" }).waitFor();
      await ben.screenshot("aims");
      release();
      await ben.touch(ben.page.getByRole("button", { name: "Place on f6" }));
      await ben.sees(2);
    });
    await scenario.step("a click", async () => {
      await ann.sees(2);
      const release = await holdUp(ann);
      await ann.open(path);
      await ann.page.locator("body.alive").waitFor();
      await ann.touchInert("e7");
      await ann.screenshot("clicked");
      release();
      await ann.sees(3);
    });
  }));
