// Games with clocks: the choice of one, what everybody sees of them, and running out of time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CHAIR_STARTS } from "./harness/match.js";
import { openTable } from "./harness/quick-table.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** Keeps everything that the element for warnings says. It runs in the page. */
function keepWarnings() {
  const keep = /** @type {{ e2eWarnings?: string[] }} */ (window);
  const element = document.getElementById("time-warning");
  keep.e2eWarnings = [];
  new MutationObserver(() => keep.e2eWarnings?.push(element?.textContent ?? "")).observe(/** @type {Node} */ (element), { childList: true });
}

/** @type {(player: Player) => Promise<string[]>} */
const warnings = ({ page }) => page.evaluate(() => /** @type {{ e2eWarnings?: string[] }} */ (window).e2eWarnings ?? []);

/** The clock of a seat, with its state in its classes. @type {(player: Player, seat: number) => ReturnType<Player["page"]["locator"]>} */
const clock = ({ page }, seat) => page.locator(`[data-seat="${seat}"] .clock`);

test("a clock is chosen on the home page, is told of before the start, and counts down", (t) =>
  inScenario(t, "clocks", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann"), await scenario.player("Ben", PHONE)];
    const link = await ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS, clock: "10+10" });
    await ben.open(link);
    await ben.page.locator("#waiting").getByText("Each player has 10 minutes, plus 10 seconds after each turn.").waitFor();
    assert.equal(await ben.page.locator("h1 .terms").innerText(), "10+10");
    await ben.sit(2);
    for (const player of [ann, ben]) await player.phase("playing");
    for (const player of [ann, ben]) {
      await clock(player, 1).and(player.page.locator(".running")).waitFor();
      assert.equal(await clock(player, 2).innerText(), "10:00");
      await until(async () => assert.match(await clock(player, 1).innerText(), /^9:/));
    }
  }));

test("who runs out of time is warned twice, drops out, and the others play on", (t) =>
  inScenario(t, "out-of-time", async (scenario) => {
    const [ann, ben, cem] = await Promise.all([scenario.player("Ann", PHONE), scenario.player("Ben"), scenario.player("Cem", LAPTOP)]);
    const path = await openTable([ann, ben], { Game: "bushwhacked", Seats: "3", Clock: "20+0" }, ["Ann", "Ben", "Cem"]);
    await Promise.all([ann, ben, cem].map((player) => player.open(path)));
    await ann.page.evaluate(keepWarnings);
    await cem.sit(3);
    for (const player of [ann, ben, cem]) await player.phase("playing");
    await clock(ann, 1).and(ann.page.locator(".low")).waitFor();
    await clock(ann, 1).and(ann.page.locator(".short")).waitFor();
    await ann.screenshot("short");
    await ann.page.getByText("Your time ran out. You are watching.").waitFor();
    assert.deepEqual(await warnings(ann), ["Less than 30 seconds left.", "Less than 10 seconds left.", ""]);
    for (const player of [ann, ben, cem]) {
      await player.page.locator("#turn-list .text", { hasText: "out of time" }).waitFor();
      await player.page.locator("#latest").getByText("Ann: ran out of time").waitFor();
      await clock(player, 2).and(player.page.locator(".running")).waitFor();
      assert.equal(await clock(player, 1).innerText(), "0:00");
    }
    // The others run out of time, too, and the last one wins.
    await cem.phase("over");
    await cem.page.locator("#result").getByText("Ben ran out of time.").waitFor();
    await cem.reads("status", "You won.");
    await cem.screenshot("over");
  }));
