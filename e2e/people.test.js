// Two players who know each other: one follows and challenges the other, who sees it without a reload, and later invites again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp } from "./harness/account.js";
import { layoutProblems } from "./harness/boxes.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

test("a challenge by name is seen at once, declined or accepted, and invited again", (t) =>
  inScenario(t, "people", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann", { ...LAPTOP, javaScriptEnabled: false }), await scenario.player("Ben", PHONE)];
    await scenario.step("both sign up, and Ann follows Ben without a script", async () => {
      await signUp(ann, "Ann");
      await signUp(ben, "Ben");
      // Invitations come above everything else.
      ben.monitor.countsShifts = false;
      await ben.open("/");
      await ben.markDocument();
      await ann.open("/@Ben");
      await ann.press("Follow");
      await ann.page.getByRole("button", { name: "Unfollow" }).waitFor();
      await ann.screenshot("profile");
      await ann.open("/players");
      await ann.page.getByRole("heading", { name: "You follow" }).waitFor();
      assert.match(await ann.page.locator("#followed").innerText(), /Ben[^]*online/);
      await ann.screenshot("players");
    });
    const invited = ben.page.locator(".invitations li");
    await scenario.step("Ben declines the first challenge with one press", async () => {
      await ann.open("/@Ben");
      await ann.press("Challenge");
      await ann.page.waitForURL(/\/g\//);
      await until(async () => assert.match(await invited.first().innerText(), /Bushwhacked[^]*invited by Ann/));
      await ben.isSameDocument();
      await ben.screenshot("invited");
      assert.deepEqual(await layoutProblems(ben.page), []);
      await ben.press("Decline");
      await ben.page.waitForURL(/\/my$/);
      assert.equal(await invited.count(), 0);
    });
    await scenario.step("and accepts the second", async () => {
      await ann.open("/@Ben");
      await ann.press("Challenge");
      await ann.page.waitForURL(/\/g\//);
      await ben.touch(invited.locator("a"));
      await ben.page.waitForURL(ann.page.url().replace(/^.*\/g/, "**/g"));
      await ben.sit(2);
    });
  }));
