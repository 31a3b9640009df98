// The page behind our name in the header: who we are in this browser, and how to sign out of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { inScenario } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */

/** The name in the header; empty if there is none. @param {Player} player */
async function nameInHeader({ page }) {
  const you = page.locator("#you");
  return (await you.isVisible()) ? you.locator("bdi").innerText() : "";
}

test("somebody signs out of a browser, and the seat stays behind", (t) =>
  inScenario(t, "session", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario));
    const [ann, ben] = match.players;
    await scenario.step("a stranger has no such page", async () => {
      const eve = await scenario.player("Eve");
      await eve.open("/session");
      await eve.page.waitForURL(/\/$/);
      assert.equal(await nameInHeader(eve), "");
    });
    await scenario.step("Ann chooses what she is told, and when", async () => {
      await ann.touch(ann.page.locator("#you"));
      await ann.touch(ann.page.getByRole("link", { name: "Notices" }));
      await ann.page.getByText("You are not notified on this device.").waitFor();
      await ann.page.getByLabel("A game of mine is over").uncheck();
      await ann.page.getByLabel("From").fill("22:00");
      await ann.page.getByLabel("until").fill("07:30");
      await ann.page.getByLabel("Time zone").fill("Atlantis/Capital");
      ann.monitor.allow(/422/);
      await ann.press("Save");
      await ann.page.getByRole("alert").getByText("There is no such time zone.").waitFor();
      ann.monitor.allowNothing();
      await ann.page.getByLabel("Time zone").fill("Europe/Berlin");
      await ann.press("Save");
      await ann.page.getByText("What you are told, and when, is saved.").waitFor();
      assert.equal(await ann.page.getByLabel("A game of mine is over").isChecked(), false);
      assert.equal(await ann.page.getByLabel("until").inputValue(), "07:30");
      await ann.screenshot("notices");
      await ann.open(match.link);
    });
    await scenario.step("Ann signs out", async () => {
      assert.equal(await nameInHeader(ann), "Ann");
      await ann.touch(ann.page.locator("#you"));
      await ann.page.getByRole("heading", { name: "You play as Ann" }).waitFor();
      await ann.page.getByText("You are at one unfinished table").waitFor();
      await ann.screenshot("page");
      await ann.press("Sign out of this browser");
      await ann.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
      assert.equal(await nameInHeader(ann), "");
      assert.equal(await ann.page.locator(".rows a").count(), 0, "the table is still listed");
    });
    await scenario.step("the seat is Ann's no longer", async () => {
      await ann.open(match.link);
      await ann.reads("watchers", "1 watching");
      await match.shows(ann);
      assert.equal(await nameInHeader(ann), "");
      assert.equal(await ann.page.locator("#composer").isVisible(), false, "turns are offered to somebody without a seat");
      await ben.page.locator(".player.away").filter({ hasText: "Ann" }).waitFor();
    });
  }));
