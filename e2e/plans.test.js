// Turns are planned while others think, and played when their turn comes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, FEWER_LOOKS } from "./harness/axe.js";
import { layoutProblems } from "./harness/boxes.js";
import { openTable } from "./harness/quick-table.js";
import { DARK, inScenario, PHONE, STILL } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** A phone held sideways. */
const SIDEWAYS = { width: 640, height: 360 };

/** What the plan has, line by line. @param {Player} player */
const lines = ({ page }) =>
  page
    .locator("#lines li")
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.replace(/\s+/g, " ").trim()));

/** Enters a turn of one step, until the plan has it. @type {(player: Player, step: string, then: string[]) => Promise<void>} */
async function plan(player, step, then) {
  await player.enter(step);
  const finish = player.page.locator("#buttons [data-send]");
  await until(async () => {
    if (await finish.isVisible()) await player.touch(finish);
    assert.deepEqual(await lines(player), then);
  });
}

/** Everybody opens the table, and the game begins. @type {(players: Player[], path: string) => Promise<void>} */
async function seeGame(players, path) {
  for (const player of players) await player.open(path);
  for (const player of players) await player.phase("playing");
}

/** Saves the plan, and goes back to the table. @type {(player: Player, told: RegExp) => Promise<void>} */
async function saveAndReturn(player, told) {
  await player.press("Save this plan");
  await player.page.getByText("Saved. It is played when your turn comes.").waitFor();
  await player.touch(player.page.getByRole("link", { name: "Back to the game" }));
  await player.page.locator("#plan").getByText(told).waitFor();
}

/** Opens the page of plans from the table. @param {Player} player */
async function planAhead(player) {
  player.allowDisconnects();
  await player.touch(player.page.locator("#open-actions"));
  await player.touch(player.page.getByRole("link", { name: "Plan ahead" }));
  await player.page.locator("body.alive").waitFor();
  await player.page.getByRole("heading", { name: "Your plan" }).waitFor();
}

/** Looks at the page sideways, and comes back. @type {(player: Player, name: string) => Promise<void>} */
async function lookSideways(player, name) {
  await player.page.setViewportSize(SIDEWAYS);
  assert.deepEqual(await layoutProblems(player.page), []);
  await player.screenshot(name);
  await player.page.setViewportSize(PHONE.viewport);
}

test("at a table for two answers are planned, played and seen by their player alone", (t) =>
  inScenario(t, "plans", async (scenario) => {
    const ann = await scenario.player("Ann", STILL);
    const ben = await scenario.player("Ben", { ...PHONE, reducedMotion: "reduce" });
    const path = await openTable([ann, ben], { Game: "bushwhacked", Seats: "2" }, ["Ann", "Ben"], true);
    await seeGame([ann, ben], path);
    await scenario.step("who is to move has nothing to plan", async () => {
      await ann.touch(ann.page.locator("#open-actions"));
      await ann.page.getByRole("button", { name: "Resign…" }).waitFor();
      assert.equal(await ann.page.locator("#plan-ahead").isVisible(), false);
      await ann.page.keyboard.press("Escape");
    });
    await scenario.step("by touch, two answers are planned, and one turn is removed again", async () => {
      await planAhead(ben);
      await ben.screenshot("empty");
      await plan(ben, "e5", ["1. e5"]);
      await plan(ben, "e6", ["1. e5 2. e6"]);
      await plan(ben, "e7", ["1. e5 2. e6 3. e7"]);
      await ben.press("Remove this turn");
      await plan(ben, "f7", ["1. e5 2. e6 3. f7"]);
      await plan(ben, "f8", ["1. e5 2. e6 3. f7 4. f8"]);
      await ben.touch(ben.page.getByRole("button", { name: "To the present position" }));
      await plan(ben, "d5", ["1. e5", "1. d5", "2. e6 3. f7 4. f8"]);
      await plan(ben, "d6", ["1. e5", "1. d5 2. d6", "2. e6 3. f7 4. f8"]);
      await ben.screenshot("planned");
      await lookSideways(ben, "planned sideways");
      await saveAndReturn(ben, /You have planned answers to 2 turns\./);
      assert.deepEqual(await layoutProblems(ben.page), []);
      await ben.screenshot("at the table");
      await lookSideways(ben, "at the table sideways");
    });
    await scenario.step("what was planned is played, also while its player is away", async () => {
      await ben.page.goto("about:blank");
      await ann.play("e5");
      await ann.sees(2);
      await ann.play("f7");
      await ann.sees(4);
      assert.equal(await ann.page.locator("#plan").isVisible(), false);
      await ben.open(path);
      await ben.sees(4);
    });
    await scenario.step("a plan is changed and forgotten, and one that does not fit lapses", async () => {
      await planAhead(ben);
      await plan(ben, "e9", ["5. e9"]);
      await plan(ben, "f9", ["5. e9 6. f9"]);
      await saveAndReturn(ben, /You have planned an answer to one turn\./);
      await ben.touch(ben.page.locator("#plan").getByRole("link", { name: "Change" }));
      await ben.page.getByRole("heading", { name: "Your plan" }).waitFor();
      await until(async () => assert.deepEqual(await lines(ben), ["5. e9 6. f9"]));
      await ben.touch(ben.page.getByRole("link", { name: "Back to the game" }));
      await ben.press("Forget");
      await ben.page.locator("#plan").waitFor({ state: "hidden" });
      await planAhead(ben);
      await plan(ben, "e9", ["5. e9"]);
      await plan(ben, "f9", ["5. e9 6. f9"]);
      await saveAndReturn(ben, /You have planned an answer to one turn\./);
      await ann.play("f5");
      await ben.page.getByText("Your plan has lapsed").waitFor();
      await ben.screenshot("lapsed");
      await ben.touch(ben.page.locator("#plan").getByRole("button", { name: "Close" }));
      await ben.page.locator("#plan").waitFor({ state: "hidden" });
    });
    await scenario.step("who plans too long is told, and axe finds nothing", async () => {
      await ben.play("f4");
      await ben.sees(6);
      await planAhead(ben);
      await plan(ben, "h3", ["7. h3"]);
      await plan(ben, "h4", ["7. h3 8. h4"]);
      await check(ben, "answers", FEWER_LOOKS);
      await ben.page.setViewportSize(PHONE.viewport);
      await ann.play("g3");
      await ann.sees(7);
      ben.monitor.allow(/409/);
      await ben.press("Save this plan");
      await ben.page.locator("#saved").filter({ hasText: "It is your turn." }).waitFor();
      ben.page.once("dialog", (dialog) => dialog.accept());
      await ben.touch(ben.page.getByRole("link", { name: "Back to the game" }));
      await ben.sees(7);
    });
  }));

test("at a table for four the next turn is planned, with cells that it depends on", (t) =>
  inScenario(t, "plans-of-four", async (scenario) => {
    const ann = await scenario.player("Ann", STILL);
    const ben = await scenario.player("Ben", STILL);
    const cem = await scenario.player("Cem", { ...DARK, reducedMotion: "reduce" });
    const dee = await scenario.player("Dee", { ...PHONE, reducedMotion: "reduce" });
    const people = [ann, ben, cem, dee];
    const path = await openTable(people, { Game: "bushwhacked", Seats: "4" }, ["Ann", "Ben", "Cem", "Dee"], true);
    await seeGame(people, path);
    const { page } = cem;
    await scenario.step("by keys, a turn is planned that depends on its own cell and another one", async () => {
      await planAhead(cem);
      await plan(cem, "e7", ["e7"]);
      await page.getByRole("button", { name: "Add those of the turn" }).press("Enter");
      await page.getByRole("button", { name: "Choose cells on the board" }).press("Enter");
      await page.locator('#lesson-board [tabindex="0"]').focus();
      for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
      const name = await cem.focusedCell();
      await until(async () => assert.deepEqual(await page.locator("#bound-cells li").allInnerTexts(), ["e7 ×", `${name} ×`]));
      await until(async () =>
        assert.match((await page.locator(`#lesson-board [data-name="${name}"]`).getAttribute("aria-label")) ?? "", /your plan depends on it/),
      );
      await cem.screenshot("next turn");
      await page.getByRole("button", { name: "Choose cells on the board" }).press("Enter");
      await check(cem, "next turn", FEWER_LOOKS);
      await saveAndReturn(cem, /You have planned e7\./);
      await cem.screenshot("at the table");
    });
    await scenario.step("by touch, a turn is planned that depends on a cell which is going to change", async () => {
      await planAhead(dee);
      await plan(dee, "e8", ["e8"]);
      await dee.touch(dee.page.getByRole("button", { name: "Choose cells on the board" }));
      await dee.touch(dee.page.locator('#lesson-board [data-name="e7"]'));
      await dee.page.getByRole("button", { name: "Remove e7" }).waitFor();
      assert.deepEqual(await layoutProblems(dee.page), []);
      await dee.screenshot("condition");
      await lookSideways(dee, "condition sideways");
      await saveAndReturn(dee, /You have planned e8\./);
    });
    await scenario.step("the first is played, and the second lapses", async () => {
      await ann.play("e5");
      await ben.play("e6");
      await ann.sees(3);
      await dee.page.getByText("Your plan has lapsed: a cell that it depends on has changed.").waitFor();
      await dee.play("e8");
      await ann.sees(4);
    });
  }));
