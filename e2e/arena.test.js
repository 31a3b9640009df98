// Three browsers play an arena: the next table opens by itself, and whoever has nobody to play with waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp } from "./harness/account.js";
import { check, FEWER_LOOKS } from "./harness/axe.js";
import { layoutProblems } from "./harness/boxes.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { announce } from "./harness/tournaments.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const GAMES = 3;

test("three browsers play an arena", (t) =>
  inScenario(t, "arena", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const ben = await scenario.player("Ben", PHONE);
    const cem = await scenario.player("Cem", PHONE);
    const all = [ann, ben, cem];
    await scenario.step("a member announces it", async () => {
      await signUp(ann, "Ann");
      await ann.open("/tournaments/new");
      await ann.page.getByLabel("Name of the tournament").fill("Friday Arena");
      await ann.page.getByText("Bushka", { exact: true }).click();
      await ann.page.getByText("5+5", { exact: true }).click();
      await ann.page.getByText("Arena", { exact: true }).click();
      await ann.page.getByLabel("Minutes", { exact: true }).fill("20");
      await ann.screenshot("form");
      await announce(ann);
    });
    const { pathname } = new URL(ann.page.url());
    /** The tables where a game was played. @type {Set<string>} */
    const over = new Set();
    await scenario.step("all are there for the start", async () => {
      for (const guest of [ben, cem]) {
        await guest.open(pathname);
        await guest.page.getByLabel("Your name").fill(guest.name);
        await guest.press("Sign up");
      }
      for (const player of all) await player.press("I am here");
    });
    for (let game = 1; game <= GAMES; game += 1) {
      await scenario.step(`game ${game} opens by itself and is played`, async () => {
        const pair = await seated(all, over);
        const [waiting] = all.filter((player) => !pair.includes(player));
        await waiting.page.getByText("You wait for your next table.").waitFor();
        await pair[0].phase("playing");
        assert.ok(await pair[0].page.getByText("A game of Friday Arena.").isVisible());
        await pair[0].press("Resign…");
        await pair[0].press("Resign");
        for (const player of pair) await player.phase("over");
        for (const player of pair) {
          player.allowDisconnects();
          // To the tournament, where the next table opens.
          await player.open(pathname);
        }
      });
    }
    await scenario.step("the standings count the points", async () => {
      // Whoever is playing again is at a table by now.
      for (const player of all) player.allowDisconnects();
      const watcher = await scenario.player("Dora", PHONE);
      await until(async () => {
        await watcher.open(pathname);
        const points = await watcher.page.locator("td b").allTextContents();
        assert.ok(points.map(Number).reduce((sum, own) => sum + own, 0) >= 2 * GAMES, points.join());
      });
      await watcher.screenshot("standings");
      await check(watcher, "an arena", FEWER_LOOKS);
      assert.deepEqual(await layoutProblems(watcher.page), []);
    });
  }));

/** The two who are at a table that is not over: a page that was waiting has gone there by itself, and one that was loaded later has a link. @type {(all: Player[], over: Set<string>) => Promise<Player[]>} */
async function seated(all, over) {
  const atTable = () =>
    all.filter(({ page }) => {
      const { pathname } = new URL(page.url());
      return pathname.startsWith("/g/") && !over.has(pathname);
    });
  await until(async () => {
    // A page may just be on its way to the table.
    for (const { page } of all) await page.evaluate(follow, [...over]).catch(() => {});
    assert.equal(atTable().length, 2, "two are at a table");
  });
  const pair = atTable();
  over.add(new URL(pair[0].page.url()).pathname);
  return pair;
}

/** Runs in the page: follows the link to one's table, if its game is not over. The result of a game is entered a moment after its end. @param {string[]} over */
function follow(over) {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#own-table"));
  if (link && !over.includes(link.pathname)) link.click();
}
