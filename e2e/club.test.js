// A club from the form that founds it: people join it, play at its table, and a league of its members begins.

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

test("a club is founded, joined and played in", (t) =>
  inScenario(t, "club", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const ben = await scenario.player("Ben", PHONE);
    const cem = await scenario.player("Cem", SIDEWAYS);
    await scenario.step("guests read what a club is", async () => {
      for (const path of ["/clubs", "/clubs/new"]) {
        await ben.open(path);
        await looksRight(ben, path);
      }
      await ben.screenshot("guest");
    });
    await scenario.step("a member founds a club", async () => {
      for (const player of [ann, ben, cem]) await signUp(player, player.name);
      await ann.open("/clubs/new");
      await looksRight(ann, "the form");
      await ann.screenshot("form");
      await ann.page.getByLabel("Name of the club").fill("Tuesdays at the Oak");
      await ann.page.getByLabel("What others should know").fill("We play on Tuesdays.\n\nBring tea.");
      await ann.page.getByText("Whoever wants to join asks, and an officer answers.").click();
      await ann.press("Found the club");
      await ann.page.getByRole("heading", { name: "You are an officer" }).waitFor();
    });
    const { pathname } = new URL(ann.page.url());
    await scenario.step("one asks, and one comes by the link of the officers", async () => {
      await ben.open(pathname);
      await looksRight(ben, "the page of a club");
      await ben.screenshot("to join");
      await ben.press("Ask to join");
      await ben.page.getByText("You have asked to join.").waitFor();
      const link = await ann.page.getByLabel("Link with which anybody can join").inputValue();
      const { pathname: path, search } = new URL(link);
      await cem.open(path + search);
      await cem.page.getByRole("heading", { name: "You are invited" }).waitFor();
      await cem.press("Join the club");
      await cem.page.getByRole("heading", { name: "You belong to this club" }).waitFor();
      await looksRight(cem, "the page of a member");
      await ann.open(pathname);
      await looksRight(ann, "the page of an officer");
      await ann.screenshot("asked");
      await ann.press("Accept Ben");
      await ann.page.getByText("A club of 3 members").waitFor();
    });
    await scenario.step("a table of the club is found on its page", async () => {
      await ann.page.getByRole("link", { name: "Open a table" }).click();
      await ann.page.getByText("A table of Tuesdays at the Oak").waitFor();
      await looksRight(ann, "the home page for a club");
      await ann.screenshot("table");
      await ann.page.getByText("Bushka", { exact: true }).click();
      await ann.press("Open the table");
      await ann.page.getByText("Waiting for one more player.").first().waitFor();
      await ben.open(pathname);
      await ben.page.getByRole("heading", { name: "Tables" }).waitFor();
      await looksRight(ben, "a club with a table");
      await ben.page
        .locator("section", { hasText: "Tables" })
        .getByRole("link", { name: /Bushka/ })
        .click();
      await ben.page.getByText("A table of Tuesdays at the Oak.").first().waitFor();
      await ben.join();
      for (const player of [ann, ben]) await player.phase("playing");
      await ben.press("Resign…");
      await ben.press("Resign");
      for (const player of [ann, ben]) {
        await player.phase("over");
        player.allowDisconnects();
        await player.open(pathname);
      }
      await ben.page.getByText("Of the latest 1000 public games").waitFor();
      await looksRight(ben, "a club with a game");
      await ben.screenshot("leaderboard");
      await ann.page.getByText("Members and officers").click();
      await ann.page.getByText("Change name, text and how to join").click();
      await looksRight(ann, "an officer’s tools");
      await ann.screenshot("officer");
    });
    await scenario.step("a league of the club begins", async () => {
      await ann.page.getByRole("link", { name: "Announce a tournament" }).click();
      await ann.page.getByLabel("Name of the tournament").fill("Oak League");
      await ann.page.getByText("Bushka", { exact: true }).click();
      await ann.page.getByText("League", { exact: true }).click();
      assert.ok(await ann.page.getByLabel("Players of a division").isVisible());
      assert.ok(await ann.page.getByLabel("Rounds", { exact: true }).isHidden());
      await ann.page.locator("[name=clock][value=correspondence]").check();
      await ann.page.getByText("Only members of the club may come").click();
      await looksRight(ann, "the form of a league");
      await ann.screenshot("league");
      await announce(ann);
      const league = new URL(ann.page.url()).pathname;
      for (const player of [ben, cem]) {
        await player.open(league);
        await player.press("Sign up");
        await player.page.getByRole("heading", { name: "You take part" }).waitFor();
      }
      for (const player of [ann, ben, cem]) {
        await player.page.getByRole("heading", { name: "Your games" }).waitFor({ timeout: 3 * SIGN_UP });
        await looksRight(player, "a season");
        await player.screenshot("season");
      }
      assert.equal(await ben.page.locator(".own-tables a").count(), 2, "all games at once");
      await ann.open(`${league}/screen`);
      await ann.page.getByRole("heading", { name: "Division 1", exact: true }).waitFor();
      await looksRight(ann, "a league on a big screen");
      await ann.screenshot("screen");
      await ben.open(pathname);
      await ben.page.getByText("Oak League").waitFor();
      await looksRight(ben, "a club with a league");
      await ben.screenshot("club with a league");
      await ben.open("/@Ben");
      await ben.page.getByRole("heading", { name: "Clubs" }).waitFor();
      await looksRight(ben, "a profile with a club");
      await ben.page.getByRole("heading", { name: "Clubs" }).scrollIntoViewIfNeeded();
      await ben.screenshot("profile");
    });
  }));

/** @type {(player: Player, what: string) => Promise<void>} */
async function looksRight(player, what) {
  await check(player, what, FEWER_LOOKS);
  assert.deepEqual(await layoutProblems(player.page), [], what);
}
