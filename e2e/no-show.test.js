// A player of a tournament does not come to their table: a bot plays in their place, and the others go on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp } from "./harness/account.js";
import { check, FEWER_LOOKS } from "./harness/axe.js";
import { layoutProblems } from "./harness/boxes.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { announce, SIGN_UP } from "./harness/tournaments.js";

/** @import { Player } from "./harness/player.js" */

/** @type {import("./harness/scenario.js").Screen} */
const SIDEWAYS = { ...PHONE, viewport: { width: 640, height: 360 }, colorScheme: "dark" };

test("a bot plays for who does not come to a table", (t) =>
  inScenario(t, "no show", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const all = [ann, await scenario.player("Ben", PHONE), await scenario.player("Cem", SIDEWAYS)];
    await scenario.step("a director wants a bot for those who do not come, and no list to show it", async () => {
      await signUp(ann, "Ann");
      await ann.open("/tournaments/new");
      await ann.page.getByLabel("Name of the tournament").fill("Three at a table");
      await ann.page.getByText("3", { exact: true }).filter({ visible: true }).click();
      await ann.page.getByText("Other times", { exact: true }).click();
      await ann.page.getByLabel("Minutes for each player").fill("1");
      await ann.page.getByLabel("Extra seconds after each turn").fill("60");
      await ann.page.getByText("A bot plays in their place").click();
      await ann.page.getByText("Whoever has its link").click();
      await check(ann, "the form", FEWER_LOOKS);
      await announce(ann);
    });
    const { pathname } = new URL(ann.page.url());
    await scenario.step("three are there for the start", async () => {
      for (const guest of all.slice(1)) {
        await guest.open(pathname);
        await guest.page.getByLabel("Your name").fill(guest.name);
        await guest.press("Sign up");
      }
      for (const player of all) await player.press("I am here");
      for (const player of all) await player.page.getByRole("heading", { name: "Round 1 being played" }).waitFor({ timeout: 3 * SIGN_UP });
    });
    const names = await ann.page.locator(".pairings ol bdi").allTextContents();
    const table = (await ann.page.locator(".pairings h3 a").getAttribute("href")) ?? "";
    const [missing, ...present] = names.map((name) => /** @type {Player} */ (all.find((player) => player.name === name)));
    await scenario.step("two come to the table, and a bot plays for the third", async () => {
      for (const player of present) await player.open(table);
      await present[0].phase("playing");
      await present[0].screenshot("waits");
      for (const player of present) await player.page.locator("#turn-list li:nth-child(1) a").waitFor();
      for (const player of present) {
        await looksRight(player, "a bot plays");
        await player.screenshot("bot plays");
      }
    });
    await scenario.step("who comes too late watches", async () => {
      await missing.open(table);
      await missing.page.locator("#turn-list li:nth-child(1) a").waitFor();
      assert.ok(await missing.page.locator("#composer").isHidden(), "the seat is the bot's");
      await looksRight(missing, "too late");
      await missing.screenshot("too late");
    });
  }));

/** @type {(player: Player, what: string) => Promise<void>} */
async function looksRight(player, what) {
  await check(player, what, FEWER_LOOKS);
  assert.deepEqual(await layoutProblems(player.page), [], what);
}
