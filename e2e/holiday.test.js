// A holiday: said on the page of notices, and seen at the table by whoever waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, FEWER_LOOKS } from "./harness/axe.js";
import { layoutProblems } from "./harness/boxes.js";
import { openTable } from "./harness/quick-table.js";
import { inScenario, PHONE } from "./harness/scenario.js";

const DAYS = { Game: "bushwhacked", Seats: "2", Clock: "7d+12h, cap 14d, grace 8h" };

/** A day as a field has it, so many days from today in UTC, which is the time zone of the browsers. @param {number} days */
const day = (days) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

test("a clock rests while its player is on holiday, and whoever waits sees it", (t) =>
  inScenario(t, "holiday", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann", PHONE), await scenario.player("Ben", PHONE)];
    const path = await openTable([ann, ben], DAYS, ["Ann", "Ben"]);
    await ben.open(path);
    await ben.phase("playing");
    await ben.reads("status", "Ann’s turn (White)");
    const { page } = ann;
    const choose = async (/** @type {number} */ last) => {
      await page.getByLabel("First day").fill(day(0));
      await page.getByLabel("Last day").fill(day(last));
      await ann.press("Save the holiday");
    };
    await scenario.step("days that are too many are refused", async () => {
      await ann.open("/session/notices");
      ann.monitor.allow(/422/);
      await choose(40);
      await page.getByText("A holiday can last for 30 days.").waitFor();
      await check(ann, "/session/notices, refused", FEWER_LOOKS);
      ann.monitor.allowNothing();
      assert.equal(await page.getByLabel("Last day").inputValue(), day(40));
    });
    await scenario.step("the other sees that the clock rests, and until when", async () => {
      await choose(9);
      await page.getByText("You are on holiday until").waitFor();
      await check(ann, "/session/notices on holiday", FEWER_LOOKS);
      await ben.reads("status", "Ann’s turn (White), on holiday");
      assert.deepEqual(await layoutProblems(ben.page), []);
      await ben.screenshot("waiting");
      await ben.press("About Ann");
      await ben.page.locator("#player-words").getByText("back from a holiday").waitFor();
      await ben.press("Close");
    });
    await scenario.step("the clock runs again when she is back", async () => {
      await ann.press("I am back");
      await page.getByText("Your clocks run again.").waitFor();
      await ben.reads("status", "Ann’s turn (White)");
    });
  }));
