// Somebody who comes alone plays against bots: from the home page, and at a table of their own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** Plays until the game is over, always the first turn that the page offers. Returns how many turns that took. @param {Player} player */
async function playAll(player) {
  const { page } = player;
  for (let turns = 0; ; turns += 1) {
    const n = await until(async () => {
      const { phase, yourTurn, count } = await page.evaluate(() => ({
        phase: document.body.dataset.phase,
        yourTurn: document.querySelector(".player.own.moving") !== null,
        count: document.querySelectorAll("#turn-list li").length,
      }));
      if (phase === "over") return 0;
      assert.ok(yourTurn, "the bots are playing");
      return count + 1;
    });
    if (n === 0) return turns;
    await player.playAny(n);
  }
}

test("one person and three bots play a whole game, a tap from the home page", (t) =>
  inScenario(t, "bots", async (scenario) => {
    const ann = await scenario.player("Ann", { ...PHONE, reducedMotion: "reduce" });
    await scenario.step("a tap from the home page", async () => {
      await ann.open("/");
      await ann.screenshot("home");
      await ann.playBots();
      await ann.phase("playing");
      await ann.page.locator(".player .tag.bot").nth(2).waitFor();
      assert.equal(await ann.page.locator(".player .tag.bot").count(), 3);
      assert.equal(await ann.page.locator(".player .tag.bot").first().innerText(), "bot 1");
    });
    await scenario.step("the whole game", async () => {
      assert.ok((await playAll(ann)) > 3, "it was over at once");
      await ann.page.locator("#result tbody tr").nth(3).waitFor();
      await ann.screenshot("result");
    });
    await scenario.step("the record says who was a bot", async () => {
      const record = JSON.parse(await ann.fetch(`${new URL(ann.page.url()).pathname}/record.json`));
      const levels = record.seats.map((/** @type {{ bot?: number }} */ { bot }) => bot ?? 0);
      assert.deepEqual(levels.sort(), [0, 1, 1, 1]);
    });
    await scenario.step("the bots come to the rematch", async () => {
      await ann.press("Rematch");
      await ann.phase("playing");
    });
    await scenario.step("the level is remembered", async () => {
      await ann.open("/");
      assert.equal(await ann.page.getByLabel("Level").inputValue(), "1");
    });
    await scenario.step("a game with fewer levels offers its last one instead", async () => {
      const level = ann.page.getByLabel("Level");
      const last = () => level.locator("option").last().innerText();
      const choose = (/** @type {string} */ kind) => ann.page.locator(`input[name="kind"][value="${kind}"]`).check();
      await level.selectOption("13");
      await choose("btt");
      assert.deepEqual([await last(), await level.inputValue()], ["5, strongest", "5"]);
      await choose("bushi");
      assert.deepEqual([await last(), await level.inputValue()], ["12, strongest", "12"]);
    });
  }));

test("a host puts bots on free chairs, and leaves a game to one", (t) =>
  inScenario(t, "bots-host", async (scenario) => {
    const ann = await scenario.player("Ann");
    await scenario.step("bots on all free chairs", async () => {
      await ann.openTable({ players: "4" });
      await ann.press("Add a bot…");
      await ann.page.getByRole("heading", { name: "Add a bot" }).waitFor();
      await ann.screenshot("dialog");
      await ann.touch(ann.page.getByRole("radio", { name: /^3/ }));
      await ann.press("Add one bot");
      await until(async () => assert.equal(await ann.page.locator(".chair .tag.bot").count(), 1));
      await ann.screenshot("chairs");
      await ann.touch(ann.page.getByRole("button", { name: /^Remove / }));
      await until(async () => assert.equal(await ann.page.locator(".chair .tag.bot").count(), 0));
      await ann.press("Add a bot…");
      assert.ok(await ann.page.getByRole("radio", { name: /^3/ }).isChecked(), "the level is remembered");
      await ann.press("Fill all 3 seats");
      await ann.phase("playing");
    });
    await scenario.step("a bot plays on", async () => {
      await ann.press("Let a bot play on…");
      await ann.press("Offer");
      await until(async () => assert.equal(await ann.page.locator(".player .tag.bot").count(), 4));
      await ann.reads("notice", /bot, level 3\) plays on for you\. You are watching\.$/);
      await ann.page.locator("#turn-list li").nth(4).waitFor();
      await ann.screenshot("bots");
    });
  }));
