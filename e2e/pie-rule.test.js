// After the first turn the other player takes that side: one of the two on a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, FEWER_LOOKS } from "./harness/axe.js";
import { layoutProblems } from "./harness/boxes.js";
import { FIRST_CHAIR_STARTS } from "./harness/match.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const PIE_RULE = "After the first turn, the other player may take that side";

/** Who sits where, in order of the seats. @param {Player} player */
const seated = ({ page }) => page.locator("#players .player b").allInnerTexts();

/** The button that takes the side. @param {Player} player */
const takeSide = ({ page }) => page.getByRole("button", { name: "Take this side" });

/** Where the board stands. @param {Player} player */
const board = ({ page }) => page.locator("#board").evaluate((board) => JSON.stringify(board.getBoundingClientRect()));

test("a side is taken after the first turn, on a phone, and the game goes on", (t) =>
  inScenario(t, "pie-rule", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann"), await scenario.player("Ben", PHONE)];
    const link = await scenario.step("a table with the pie rule", async () => {
      await ann.open("/");
      const rule = ann.page.getByLabel(PIE_RULE);
      await ann.touch(ann.page.locator(".more summary"));
      assert.equal(await rule.isVisible(), false, "it is for two, and four are usual");
      return ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS, rule: PIE_RULE });
    });
    await ben.open(link);
    assert.ok(await ben.page.getByText(`${PIE_RULE} (pie rule).`).first().isVisible(), "the invited read it");
    await ben.page.locator("#name").fill("Ben");
    await ben.join();
    for (const player of [ann, ben]) await player.phase("playing");
    assert.deepEqual(await seated(ben), ["Ann", "Ben"]);
    await scenario.step("Ann opens", async () => {
      await ann.enter("e5");
      await takeSide(ben).waitFor();
    });
    assert.equal(await takeSide(ann).count(), 0, "only who is to answer can take it");
    const place = await board(ben);
    const inSight = () => takeSide(ben).evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight);
    await until(async () => assert.ok(await inSight(), "it is in sight"));
    assert.deepEqual(await layoutProblems(ben.page), []);
    await check(ben, "taking a side", FEWER_LOOKS);
    await ben.screenshot("may-take");
    await scenario.step("Ben takes the side", async () => {
      await ben.touch(takeSide(ben));
      await ann.reads("status", /^Your turn/);
    });
    for (const player of [ann, ben]) await until(async () => assert.deepEqual(await seated(player), ["Ben", "Ann"]));
    assert.equal(await takeSide(ben).count(), 0);
    await ann.page.getByText(/Ben.* took the side that has opened\./).waitFor();
    assert.match(await ann.page.locator("#latest").innerText(), /Ann.*Ben.* took this side\./s);
    assert.equal(await board(ben), place, "the board has not moved");
    // The list is written once the turn is painted.
    for (const player of [ann, ben]) await until(async () => assert.match(await player.page.locator("#turn-list").innerText(), /e5[^]*Sides swapped$/));
    await ann.screenshot("taken");
    await ben.screenshot("has-taken");
    await scenario.step("the page is loaded again, and Ann answers her own turn", async () => {
      ann.allowDisconnects();
      await ann.page.reload();
      await ann.phase("playing");
      await ann.enter("e6");
      await ben.reads("status", /^Your turn/);
    });
    assert.equal(await takeSide(ben).count(), 0);
  }));
