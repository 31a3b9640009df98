// Accounts: a guest in the middle of a game signs up, plays on in another browser, and deletes the account.

import assert from "node:assert/strict";
import { test } from "node:test";
import { comeBackAfterReset, signUp } from "./harness/account.js";
import { layoutProblems } from "./harness/boxes.js";
import { Match } from "./harness/match.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */

const PASSWORD = "quiet green moss";

/** The name in the header; empty if there is none. @param {Player} player */
async function nameInHeader({ page }) {
  const you = page.locator("#you");
  return (await you.isVisible()) ? you.locator("bdi").innerText() : "";
}

/** Signs out another browser of the account from its page: the button opens a form that asks for the password. @param {Player} player */
async function signOutOther(player) {
  const { page } = player;
  await player.touch(page.getByLabel(/^Sign out Chrome/));
  const form = page.locator(".sessions .confirm[open]");
  player.monitor.allow(/422/);
  await form.getByLabel("Your password").fill("not my password");
  await player.touch(form.getByRole("button", { name: "Sign out", exact: true }));
  await form.getByText("That is not your password.").waitFor();
  player.monitor.allowNothing();
  await form.getByLabel("Your password").fill(PASSWORD);
  await player.touch(form.getByRole("button", { name: "Sign out", exact: true }));
  await form.waitFor({ state: "detached" });
}

/** Fills in the form to sign in. @type {(player: Player, name: string, password: string) => Promise<void>} */
async function signIn(player, name, password) {
  const { page } = player;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await player.touch(page.getByRole("main").getByRole("button", { name: "Sign in" }));
}

test("a guest signs up, plays on elsewhere, and is deleted", (t) =>
  inScenario(t, "account", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario));
    const [ann, ben] = match.players;
    await scenario.step("Ann signs up in the middle of it", async () => {
      await match.play("e5");
      await ann.touch(ann.page.locator("#you"));
      await ann.touch(ann.page.getByRole("link", { name: "Sign up" }));
      await ann.page.getByRole("heading", { name: "Keep your games" }).waitFor();
      assert.equal(await ann.page.getByLabel("Name", { exact: true }).inputValue(), "Ann");
      await ann.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await ann.screenshot("sign-up");
      await ann.press("Sign up");
      await ann.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
      assert.equal(await nameInHeader(ann), "Ann");
      assert.equal(await ann.page.locator("#yours .rows a").count(), 1, "the table is listed");
      await ben.page.locator("#players .player").filter({ hasText: "Ann" }).filter({ hasNotText: "guest" }).waitFor();
      await ben.page.locator("#players .player").filter({ hasText: "Ben" }).filter({ hasText: "guest" }).waitFor();
    });
    await scenario.step("the game goes on in another browser", async () => {
      const phone = await scenario.player("Ann", LAPTOP);
      await phone.open(match.link);
      await phone.touch(phone.page.getByRole("link", { name: "Sign in" }));
      phone.monitor.allow(/422/);
      await signIn(phone, "ann", "not my password");
      await phone.page.getByText("The name or the password is wrong.").waitFor();
      await signIn(phone, "ann", PASSWORD);
      // Whoever came from a table is led back to it.
      await phone.page.waitForURL(/\/g\//);
      await phone.page.locator("body.alive").waitFor();
      phone.monitor.allowNothing();
      assert.equal(await nameInHeader(phone), "Ann");
      await match.shows(phone);
      match.players[0] = phone;
      await match.play("e6", "f5");
    });
    await scenario.step("one browser signs out the other", async () => {
      const [phone] = match.players;
      await ann.open("/session");
      await ann.screenshot("account");
      await signOutOther(ann);
      // Its page goes on as that of somebody who watches.
      await phone.page.locator("#you").waitFor({ state: "hidden" });
      await phone.reads("watchers", "1 watching");
      match.players[0] = ann;
      await ann.open(match.link);
      await match.agree();
    });
    await scenario.step("Ann deletes the account, and her seat drops", async () => {
      await ann.open("/session/delete");
      await ann.page.getByText("You are at an unfinished table").waitFor();
      await ann.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await ann.screenshot("delete");
      await ann.press("Delete my account");
      await ann.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
      assert.equal(await nameInHeader(ann), "");
      await ben.phase("over");
      await ben.page.locator("#players .player").filter({ hasText: "Deleted player" }).waitFor();
      assert.match(await ben.fetch(`${new URL(match.link).pathname}/record.txt`), /"Deleted player"/);
    });
  }));

test("the seats of this browser's guest come along only if that is chosen", (t) =>
  inScenario(t, "account-seats", async (scenario) => {
    const wilma = await scenario.player("Wilma");
    await signUp(wilma, "Wilma");
    for (const [choice, comesAlong] of /** @type {[string, boolean][]} */ ([
      ["Leave it behind", false],
      ["Take this seat with me", true],
    ])) {
      const [ann, ben] = [await scenario.player("Ann", comesAlong ? PHONE : LAPTOP), await scenario.player("Ben")];
      const match = await scenario.step(`${choice}: a game begins`, () => Match.start(scenario, [ann, ben]));
      await scenario.step(`${choice}: Ann is asked, and signs in`, async () => {
        await match.play("e5");
        await ann.open("/sign-in");
        await ann.page.getByText("In this browser you sit at one unfinished table as the guest").waitFor();
        await ann.screenshot("asked");
        // Nothing is chosen for her, and the browser does not send the form without a choice.
        assert.equal(await ann.page.locator("[name=seats]:checked").count(), 0);
        await signIn(ann, "Wilma", PASSWORD);
        assert.equal(new URL(ann.page.url()).pathname, "/sign-in");
        await ann.touch(ann.page.getByLabel(choice));
        await ann.touch(ann.page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }));
        await ann.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
        assert.equal(await nameInHeader(ann), "Wilma");
        assert.equal(await ann.page.locator("#yours .rows a").count(), comesAlong ? 1 : 0);
      });
      await scenario.step(`${choice}: at the table`, async () => {
        if (comesAlong) match.names[0] = "Wilma";
        await ann.open(match.link);
        if (comesAlong) await match.play("e6", "f5");
        else await ben.reads("watchers", "1 watching");
        assert.deepEqual((await ben.state()).players, match.names);
      });
    }
  }));

test("whoever was given a password chooses another one first", (t) =>
  inScenario(t, "account-reset", async (scenario) => {
    const ann = await scenario.player("Ann", PHONE);
    const { page } = ann;
    const choose = async (/** @type {string} */ password) => {
      await page.getByLabel("New password").fill(password);
      await ann.touch(page.getByRole("button", { name: "Save and sign in" }));
    };
    await scenario.step("Ann signs in with it", () => comeBackAfterReset(ann, "Ann", scenario.server));
    await scenario.step("the page fits every screen, by day and by night", async () => {
      ann.monitor.allow(/422/);
      await choose("thicket1");
      await page.getByText("That is little more than a name").waitFor();
      ann.monitor.allowNothing();
      for (const size of [
        { width: 360, height: 640 },
        { width: 640, height: 360 },
        { width: 1280, height: 800 },
      ]) {
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await layoutProblems(page), [], `${size.width} wide`);
          await ann.screenshot(`${size.width}-${colorScheme}`);
        }
      }
    });
    await scenario.step("nothing else is hers before that", async () => {
      await page.goto("/my");
      assert.equal(await nameInHeader(ann), "");
      await page.goto("/sign-in");
      await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    });
    await scenario.step("then she is signed in", async () => {
      await choose("grey stone wall");
      await page.waitForURL(/\/$/);
      assert.equal(await nameInHeader(ann), "Ann");
    });
  }));
