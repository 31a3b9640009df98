// Before the start: the host changes the clock, the seats, their order and the pie rule, and players change chairs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CHAIR_STARTS } from "./harness/match.js";
import { DARK, inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const PIE_RULE = "After the first turn, the other player may take that side";

/** Waits until these sit on the chairs, in this order; "" is a free one. @type {(player: Player, expected: string[]) => Promise<void>} */
const sit = (player, expected) =>
  until(async () => {
    const rows = player.page.locator("#chairs li");
    const names = await rows.evaluateAll((all) => all.map((row) => row.querySelector("b")?.textContent ?? ""));
    assert.deepEqual(names, expected, player.name);
  });

/** What a chair's row says. @type {(player: Player, chair: number) => Promise<string>} */
const row = async (player, chair) =>
  (
    await player.page
      .locator("#chairs li")
      .nth(chair - 1)
      .innerText()
  )
    .replace(/\s+/g, " ")
    .trim();

/** Opens the dialog of the host. @param {Player} host */
async function change(host) {
  await host.press("Change the table…");
  await host.page.locator("#table-dialog[open]").waitFor();
}

test("the host changes the clock, the order and the seats, and everybody sees what changed", (t) =>
  inScenario(t, "change-table", async (scenario) => {
    const ann = await scenario.player("Ann", DARK);
    const link = await ann.openTable({ players: "3", starter: FIRST_CHAIR_STARTS });
    const ben = await scenario.player("Ben", PHONE);
    await ben.open(link);
    await ben.sit(2);
    const eve = await scenario.player("Eve", PHONE);
    await eve.open(link);
    await eve.page.getByLabel("Your name").fill("Evelyn");
    assert.equal(await ben.page.getByRole("button", { name: "Change the table…" }).isVisible(), false, "only the host");

    await scenario.step("the clock", async () => {
      await change(ann);
      await ann.page.getByLabel("Other times").check({ force: true });
      await ann.page.getByLabel("Minutes for each player").fill("999");
      await ann.press("Save changes");
      await ann.reads("table-problem", "A clock gives each player 1 second to 3 hours, and adds at most 3 minutes after each turn.");
      await ann.screenshot("problem");
      await ann.page.getByLabel("Minutes for each player").fill("7.5");
      await ann.press("Save changes");
      for (const player of [ann, ben, eve]) await player.reads("table-news", "Ann changed the clock to 7:30+10.");
      assert.match(await ben.page.locator("h1").innerText(), /7:30\+10/);
      await ben.page.getByText("Each player has 450 seconds, plus 10 seconds after each turn.").first().waitFor();
    });

    await scenario.step("the order, by keyboard", async () => {
      await change(ann);
      assert.equal(await ann.page.getByLabel("Minutes for each player").inputValue(), "7.5");
      await ann.page.getByRole("button", { name: "Move Ann down" }).focus();
      await ann.page.keyboard.press("Enter");
      await ann.page.keyboard.press("Enter");
      await ann.screenshot("order");
      await ann.press("Save changes");
      for (const player of [ann, ben, eve]) {
        await sit(player, ["Ben", "", "Ann"]);
        await player.reads("table-news", "Ann changed the order of the seats.");
      }
    });

    await scenario.step("the seats, with another board", async () => {
      await change(ann);
      assert.equal(await ann.page.locator("[name=seats][value='2']").isDisabled(), false);
      await ann.page.locator("[name=seats][value='4']").check({ force: true });
      await ann.press("Save changes");
      for (const player of [ann, ben, eve]) {
        await sit(player, ["Ben", "", "Ann", ""]);
        await player.reads("table-news", "Ann changed the table to 4 players.");
      }
      assert.equal(await eve.page.getByLabel("Your name").inputValue(), "Evelyn", "what is typed stays");
      await change(ann);
      const rule = ann.page.getByLabel(PIE_RULE);
      assert.equal(await rule.isVisible(), false, "it is for two");
      await ann.page.locator("[name=seats][value='2']").check({ force: true });
      await rule.check();
      await ann.screenshot("two");
      await ann.press("Save changes");
      for (const player of [ann, ben, eve]) {
        await player.reads("table-news", "Ann changed the table to 2 players.");
        await player.page.getByText(`${PIE_RULE} (pie rule).`).first().waitFor();
      }
    });

    await scenario.step("the pie rule, which comes and goes", async () => {
      await change(ann);
      assert.equal(await ann.page.getByLabel(PIE_RULE).isChecked(), true);
      await ann.page.getByLabel(PIE_RULE).uncheck();
      await ann.press("Save changes");
      for (const player of [ann, ben, eve]) {
        await player.reads("table-news", "Ann took away the pie rule.");
        await until(async () => assert.equal(await player.page.locator(".pie-rule").first().isVisible(), false));
      }
    });

    await scenario.step("a table that is full waits for somebody to start", async () => {
      for (const player of [ann, ben]) {
        await sit(player, ["Ben", "Ann"]);
        await player.reads("countdown", "Ann stopped the start.");
      }
      await ann.screenshot("full");
      await ben.screenshot("full");
      await ben.press("Start the game");
      await ben.reads("status", "Your turn (White)");
      await ann.reads("status", "Ben’s turn (White)");
      await ben.page.locator(".clock.running").waitFor();
    });
  }));

test("players move to free chairs and swap with one another", (t) =>
  inScenario(t, "swap", async (scenario) => {
    const ann = await scenario.player("Ann");
    const link = await ann.openTable({ players: "4", starter: FIRST_CHAIR_STARTS });
    const ben = await scenario.player("Ben", PHONE);
    await ben.open(link);
    await ben.sit(2);
    await ben.press("Move here, to seat 4");
    await sit(ann, ["Ann", "", "", "Ben"]);
    await ann.reads("table-news", "Ben moved to seat 4.");

    await ben.press("Swap seats with Ann");
    await until(async () => assert.equal(await row(ann, 4), "Ben asks to swap: you to seat 4, they to seat 1. Yes No"));
    await until(async () => assert.match(await row(ben, 1), /asked to swap Withdraw$/));
    await ann.reads("notice", "Ben asks to swap seats with you.");
    await ann.screenshot("asked");
    await ben.screenshot("asked");
    await ann.press("No");
    await ben.reads("notice", "Ann does not want to swap seats.");
    await ben.press("Swap seats with Ann");
    await ben.reads("notice", /^Your last request to swap was not accepted\. You can ask again in \d+ s\.$/);

    await ann.press("Swap seats with Ben");
    await until(async () => assert.equal(await row(ben, 1), "Ann asks to swap: you to seat 1, they to seat 4. Yes No"));
    await ben.screenshot("question");
    await ben.press("Yes, swap seats with Ann");
    for (const player of [ann, ben]) {
      await sit(player, ["Ben", "", "", "Ann"]);
      await player.reads("table-news", "Ann and Ben swapped seats.");
    }
    await ben.page.reload();
    await ben.reads("table-news", "Ann and Ben swapped seats.");
  }));
