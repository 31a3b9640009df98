// Before the game: unknown tables, chairs, names, the countdown and the host.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { FIRST_CHAIR_STARTS } from "./harness/match.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** The chairs as they are listed. @param {Player} player */
async function chairs(player) {
  const rows = await player.page.locator("#chairs .who").allInnerTexts();
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

/** Waits until the chairs are listed so. @type {(player: Player, expected: string[]) => Promise<void>} */
const hasChairs = (player, expected) => until(async () => assert.deepEqual(await chairs(player), expected, player.name));

test("an unknown code is no table, and the page links to the home page", (t) =>
  inScenario(t, "unknown", async (scenario) => {
    const ann = await scenario.player("Ann", PHONE);
    ann.monitor.allow(/status of 404/);
    assert.equal(await ann.open("/g/0123456789ab"), 404);
    await ann.screenshot("unknown");
    assert.match(await ann.page.locator("main").innerText(), /table/);
    await ann.touch(ann.page.locator(".lost").getByRole("link", { name: "Home" }));
    await ann.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
    assert.equal(await ann.page.locator(".rows li").count(), 0, "a table was made");
  }));

test("of two who want one chair one gets it, and the other is told and takes another", (t) =>
  inScenario(t, "race", async (scenario) => {
    const ann = await scenario.player("Ann");
    const link = await ann.openTable({ players: "4" });
    const [ben, cleo] = [await scenario.player("Ben"), await scenario.player("Cleo", PHONE)];
    await Promise.all([ben.open(link), cleo.open(link)]);
    await atTheSameTime([ben, cleo], "**/guest", () => Promise.all([ben.sit(2), cleo.sit(2)]));
    const first = await until(async () => {
      const [, label] = await chairs(ann);
      assert.match(label, /^(Ben|Cleo)/);
      return label.startsWith("Ben") ? ben : cleo;
    });
    const late = first === ben ? cleo : ben;
    await late.reads("name-problem", "Somebody else has just taken that seat.");
    await late.screenshot("late");
    await late.sit(3);
    await hasChairs(ann, ["Ann guest host you", `${first.name} guest`, `${late.name} guest`, "Seat 4 is free"]);
    await late.reads("name-problem", "");
  }));

/**
 * Holds back the players' requests to an address until all of them have been made.
 * @type {(players: Player[], address: string, action: () => Promise<unknown>) => Promise<void>}
 */
async function atTheSameTime(players, address, action) {
  let waiting = 0;
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  for (const { page } of players) {
    await page.route(address, async (route) => {
      waiting += 1;
      if (waiting === players.length) release();
      await released;
      await route.continue();
    });
  }
  await action();
  await released;
}

test("no two players at a table have the same name, and every name is legible", (t) =>
  inScenario(t, "names", async (scenario) => {
    const ann = await scenario.player("Ann");
    const link = await ann.openTable({ players: "3" });
    const ben = await scenario.player("Ben");
    // The browser reports the status of each refusal.
    ben.monitor.allow(/status of 422/);
    await ben.open(link);
    await ben.sit(2, "aNN");
    await ben.reads("name-problem", "Another player at this table has that name. Please choose a different one.");
    await ben.sit(2, "\u200b");
    await ben.reads("name-problem", "A name needs at least one letter, digit or sign.");
    await ben.sit(2, "x".repeat(25));
    await ben.reads("name-problem", "Use at most 24 characters.");
    await ben.screenshot("refused");
    await hasChairs(ann, ["Ann guest host you", "Seat 2 is free", "Seat 3 is free"]);
    await ben.page.getByLabel("Your name").fill("  Ben <b>ä</b> ");
    await ben.page.keyboard.press("Enter");
    await hasChairs(ann, ["Ann guest host you", "Ben <b>ä</b> guest", "Seat 3 is free"]);
    await ben.page.reload();
    await hasChairs(ben, ["Ann guest host", "Ben <b>ä</b> guest you", "Seat 3 is free"]);
  }));

/** Waits until no start is announced. @param {Player} player */
const isNotStarting = ({ page }) => page.locator("#starting").waitFor({ state: "hidden" });

/** Long enough to be stopped by hand on a busy machine (seconds). */
const COUNTDOWN = 8;

test("the countdown stops when somebody stands up, is removed or goes away", (t) =>
  inScenario(
    t,
    "countdown",
    async (scenario) => {
      const ann = await scenario.player("Ann");
      const link = await ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS });
      const ben = await scenario.player("Ben", PHONE);
      await ben.open(link);
      for (const leave of [() => ben.press("Stand up"), () => ann.press("Remove Ben from the table")]) {
        await ben.sit(2);
        for (const player of [ann, ben]) await player.reads("countdown", /^Starting(…| in \d…)$/);
        assert.equal(await ben.page.getByRole("button", { name: /^Remove/ }).count(), 0, "only the host removes people");
        await leave();
        for (const player of [ann, ben]) await isNotStarting(player);
        await hasChairs(ann, ["Ann guest host you", "Seat 2 is free"]);
      }
      // A countdown that went on would start the game in this time.
      await sleep((COUNTDOWN + 0.5) * 1_000);
      await ann.reads("status", "Waiting for one more player.");
      const cleo = await scenario.player("Cleo", PHONE);
      await cleo.open(link);
      await cleo.sit(2);
      await ann.reads("countdown", /^Starting(…| in \d…)$/);
      await cleo.open("/");
      await isNotStarting(ann);
      await hasChairs(ann, ["Ann guest host you", "Cleo guest away"]);
      await cleo.open(link);
      await ann.reads("status", "Your turn (White)");
      await cleo.reads("status", "Ann’s turn (White)");
    },
    { countdown: `${COUNTDOWN}s` },
  ));
