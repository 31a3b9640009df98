// A tournament from the form that announces it to its results: a member directs it, guests play on phones.

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

test("a tournament is announced, played and corrected", (t) =>
  inScenario(t, "tournament", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const ben = await scenario.player("Ben", PHONE);
    const cem = await scenario.player("Cem", SIDEWAYS);
    await scenario.step("guests read that a director needs an account", async () => {
      for (const path of ["/tournaments", "/tournaments/new"]) {
        await ben.open(path);
        await looksRight(ben, path);
      }
      await ben.screenshot("guest");
    });
    await scenario.step("the form keeps what was typed", async () => {
      await signUp(ann, "Ann");
      await ann.open("/tournaments/new");
      await check(ann, "the form", FEWER_LOOKS);
      assert.deepEqual(await layoutProblems(ann.page), []);
      await ann.screenshot("form");
      ann.monitor.allow(/422/);
      await ann.page.getByLabel("Name of the tournament").fill("Winter Cup");
      await ann.page.getByLabel("What players should know").fill("Bring tea.\n\nAnd biscuits.");
      await ann.page.getByText("Bushka", { exact: true }).click();
      await ann.page.getByText("Everybody meets everybody", { exact: true }).click();
      await ann.page.getByLabel("Rating at least").fill("1900");
      await ann.page.getByLabel("Rating at most").fill("1800");
      await ann.press("Announce the tournament");
      await ann.page.getByText("The lower bound of ratings is above the upper one.").waitFor();
      assert.equal(await ann.page.getByLabel("Name of the tournament").inputValue(), "Winter Cup");
      assert.ok(await ann.page.locator("[name=kind][value=bushka]").isChecked());
      await check(ann, "the form, refused", FEWER_LOOKS);
      await ann.screenshot("refused");
      ann.monitor.allowNothing();
    });
    await scenario.step("a member announces a tournament", async () => {
      await ann.page.getByLabel("Rating at least").fill("");
      await ann.page.getByLabel("Rating at most").fill("");
      await announce(ann);
    });
    const { pathname } = new URL(ann.page.url());
    await scenario.step("guests sign up on phones", async () => {
      for (const guest of [ben, cem]) {
        await guest.open(pathname);
        await guest.page.getByLabel("Your name").fill(guest.name);
        await guest.screenshot("to sign up");
        await guest.press("Sign up");
        await guest.page.getByRole("heading", { name: "You take part" }).waitFor();
      }
      for (const player of [ann, ben, cem]) await player.press("I am here");
      await looksRight(cem, "signed up");
      await cem.screenshot("signed up");
    });
    await scenario.step("the first round appears by itself", async () => {
      for (const player of [ann, ben, cem]) await player.page.getByRole("heading", { name: "Round 1 being played" }).waitFor({ timeout: 3 * SIGN_UP });
      await looksRight(ben, "a round");
      await looksRight(cem, "a round");
      await ben.screenshot("round");
    });
    await scenario.step("a game is played to its end, and the next round comes", async () => {
      const table = await ben.page.locator(".pairings h3 a").getAttribute("href");
      const names = await ben.page.locator(".pairings ol bdi").allTextContents();
      const pair = [ann, ben, cem].filter(({ name }) => names.includes(name));
      assert.equal(pair.length, 2);
      for (const player of pair) await player.open(table ?? "");
      const [one] = pair;
      await one.phase("playing");
      assert.ok(await one.page.getByText("Round 1 of Winter Cup.").isVisible(), "the table says where it belongs");
      assert.ok(await one.page.locator("#take-back").isHidden(), "nothing is taken back");
      await one.press("Resign…");
      await one.press("Resign");
      await one.phase("over");
      for (const player of pair) {
        player.allowDisconnects();
        await player.open(pathname);
      }
      await ann.page.getByRole("heading", { name: "Standings" }).waitFor();
      await ann.page.getByRole("heading", { name: "Round 2 being played" }).waitFor({ timeout: SIGN_UP });
    });
    await scenario.step("the director corrects a result, for all to read", async () => {
      await ann.page.getByText("Correct the result").click();
      await ann.screenshot("to correct");
      const places = ann.page.locator("[name=place]");
      const [first, second] = [await places.nth(0).inputValue(), await places.nth(1).inputValue()];
      await places.nth(0).selectOption(second);
      await places.nth(1).selectOption(first);
      await ann.page.locator(".pairings").getByLabel("Why, for everybody to read").fill("They agreed on it.");
      await ann.press("Correct");
      await ann.page.getByText(/Ann corrected round 1, table 1/).waitFor();
      await check(ann, "the director's page", FEWER_LOOKS);
      assert.deepEqual(await layoutProblems(ann.page), []);
      await ann.screenshot("corrected");
      for (const guest of [ben, cem]) {
        await guest.open(pathname);
        await guest.page.getByText("They agreed on it.").waitFor();
        await looksRight(guest, "a correction");
        await guest.screenshot("corrected");
      }
    });
    await scenario.step("a link of the director's leads to the review of a game", async () => {
      // The link asks for the review, and the page makes room for it however long after that it is there.
      ann.monitor.countsShifts = false;
      await ann.page.getByRole("link", { name: "Review", exact: true }).first().click();
      await ann.page.locator("#review-progress, #review-body").filter({ visible: true }).first().waitFor();
      assert.equal(await ann.page.locator("#review-ask").isVisible(), false, "it was asked for");
    });
    ann.monitor.countsShifts = true;
    await scenario.step("lists and profiles know it", async () => {
      await ann.open("/tournaments");
      await ann.page.getByText("Winter Cup").waitFor();
      await looksRight(ann, "the list");
      await ann.screenshot("list");
      await ann.open(`${pathname}/screen`);
      await ann.page.getByRole("heading", { name: "Round 2" }).waitFor();
      await looksRight(ann, "the page for a big screen");
      await ann.screenshot("screen");
      await ann.open("/@Ann");
      await ann.page.getByText("Winter Cup").waitFor();
    });
  }));

test("the start of a tournament is moved", (t) =>
  inScenario(t, "moved-start", async (scenario) => {
    const ann = await scenario.player("Ann", { ...LAPTOP, timezoneId: "Asia/Tokyo" });
    const ben = await scenario.player("Ben", PHONE);
    const cem = await scenario.player("Cem", SIDEWAYS);
    await signUp(ann, "Ann");
    await ann.open("/tournaments/new");
    await ann.page.getByLabel("Name of the tournament").fill("Winter Cup");
    await ann.page.getByText("Bushka", { exact: true }).click();
    await ann.page.getByLabel("Time", { exact: true }).fill("20:15");
    await ann.press("Announce the tournament");
    await ann.page.getByRole("heading", { name: "Signed up" }).waitFor();
    const { pathname } = new URL(ann.page.url());
    await ben.open(pathname);
    await ben.page.getByLabel("Your name").fill("Ben");
    await ben.press("Sign up");
    await ben.page.getByRole("heading", { name: "You take part" }).waitFor();
    const begins = ben.page.locator(".terms time").first();
    const before = new Date((await begins.getAttribute("datetime")) ?? "");
    const after = new Date(before.getTime() + 25 * 60 * 60 * 1000);
    await scenario.step("the form has the start by the director's clock, and keeps what was typed", async () => {
      const { page } = ann;
      await page.getByText("Move the start").click();
      assert.equal(await page.getByLabel("Time zone").inputValue(), "Asia/Tokyo");
      assert.equal(await page.getByLabel("Time", { exact: true }).inputValue(), "20:15");
      assert.equal(await page.getByLabel("Day", { exact: true }).inputValue(), inTokyo(before));
      await looksRight(ann, "the form for another start");
      await ann.screenshot("form");
      ann.monitor.allow(/422/);
      await page.getByLabel("Day", { exact: true }).fill("2020-01-01");
      await page.locator("#move-why").fill("Half of us come later.");
      await ann.press("Move it");
      await page.getByText("A tournament begins in the future, within a year.").waitFor();
      assert.equal(await page.locator("#move-why").inputValue(), "Half of us come later.");
      assert.equal(await page.getByLabel("Time", { exact: true }).inputValue(), "20:15");
      await looksRight(ann, "the form, refused");
      await ann.screenshot("refused");
      ann.monitor.allowNothing();
    });
    await scenario.step("the page of those who have signed up follows", async () => {
      await ann.page.getByLabel("Day", { exact: true }).fill(inTokyo(after));
      await ann.page.getByLabel("Time", { exact: true }).fill("21:15");
      await ann.press("Move it");
      for (const player of [ann, ben]) await player.page.getByText("Ann moved the start to").waitFor({ timeout: 3 * SIGN_UP });
      assert.equal(new Date((await begins.getAttribute("datetime")) ?? "").getTime(), after.getTime());
      await cem.open(pathname);
      for (const player of [ann, ben, cem]) {
        await looksRight(player, "a moved start");
        await player.screenshot("moved");
      }
    });
  }));

/** The day in Tokyo, as a form has it. @param {Date} at */
const inTokyo = (at) => new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" }).format(at);

/** @type {(player: Player, what: string) => Promise<void>} */
async function looksRight(player, what) {
  await check(player, what, FEWER_LOOKS);
  assert.deepEqual(await layoutProblems(player.page), [], what);
}
