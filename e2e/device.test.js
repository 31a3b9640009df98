// Other devices and other ways in: a home network without HTTPS, the share sheet, a seat that is transferred, a new version.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { AT_HOME, inScenario, LAPTOP, PHONE, STILL } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** How large the page of a table may be with all that it loads before anything is tapped, compressed (bytes). */
const MAX_BYTES = { "before the start": 52_000, "during the game": 60_000, "after the game": 60_000 };

test("a phone in a home network does everything without a secure context", (t) =>
  inScenario(t, "home-network", async (scenario) => {
    const ann = await scenario.player("Ann", AT_HOME);
    const ben = await scenario.player("Ben", { ...LAPTOP, host: AT_HOME.host });
    const link = await ann.openTable({ players: "2" });
    assert.equal(new URL(link).hostname, AT_HOME.host);
    assert.equal(await ann.page.evaluate(() => window.isSecureContext), false);
    await ann.press("Copy");
    await ann.page.getByText("Copied.").waitFor();
    assert.equal(await clipboard(ann), link);
    const match = await Match.start(scenario, [ann, ben]);
    await match.play("e5", "e6");
    await ann.screenshot("playing");
  }));

test("the page of a table is small", (t) =>
  inScenario(t, "weight", async (scenario) => {
    // Not in a home network: without HTTPS browsers do not ask for the best compression.
    const [ann, ben] = [await scenario.player("Ann", PHONE), await scenario.player("Ben")];
    // What a browser has cached it does not ask for again, and so never gets in the better form.
    const network = await ann.page.context().newCDPSession(ann.page);
    await network.send("Network.enable");
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    await ann.openTable({ players: "2" });
    await isSmall(t, ann, "before the start");
    const match = await Match.start(scenario, [ann, ben]);
    await match.play("e5", "e6");
    await ann.page.reload();
    await isSmall(t, ann, "during the game");
    await ann.resign();
    await ann.phase("over");
    await ann.page.reload();
    await isSmall(t, ann, "after the game");
  }));

/**
 * A page is not too large. The server compresses a file well only after some have asked for it.
 * @type {(t: import("node:test").TestContext, player: Player, when: keyof typeof MAX_BYTES) => Promise<void>}
 */
async function isSmall(t, player, when) {
  const bytes = await until(async () => {
    const bytes = await downloaded(player);
    if (bytes >= MAX_BYTES[when]) await player.page.reload();
    assert.ok(bytes < MAX_BYTES[when], `the page of a table ${when}: ${bytes} bytes`);
    return bytes;
  });
  t.diagnostic(`the page of a table ${when}: ${bytes} bytes`);
}

/** The compressed size of a page that was just opened and of all that it has loaded. @param {Player} player */
async function downloaded({ page }) {
  await page.waitForLoadState("networkidle");
  return page.evaluate(() => {
    const loaded = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]);
    return loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
}

/** The text on the clipboard, pasted as a person would. @param {Player} player */
async function clipboard(player) {
  const { page } = await player.anotherTab();
  await page.goto("/");
  await page.evaluate(() => document.body.append(document.createElement("textarea")));
  await page.locator("textarea").focus();
  await page.keyboard.press("Control+V");
  const text = await page.locator("textarea").inputValue();
  await page.close();
  await player.page.bringToFront();
  return text;
}

test("the link goes to the share sheet where there is one", (t) =>
  inScenario(t, "share-sheet", async (scenario) => {
    const ann = await scenario.player("Ann", PHONE);
    // The share sheet belongs to the device: a stand-in keeps what it is given.
    await ann.page.addInitScript(() => {
      Object.assign(window, { shared: [] });
      Object.defineProperty(navigator, "share", { value: async (/** @type {object} */ data) => /** @type {any} */ (window).shared.push(data) });
    });
    const link = await ann.openTable({ players: "2" });
    await ann.press("Share…");
    assert.deepEqual(await ann.page.evaluate(() => /** @type {any} */ (window).shared), [{ title: "Bushwhacked on Thicket", url: link }]);
    await ann.screenshot("shared");
  }));

test("a seat is transferred to another device, and its link works once", (t) =>
  inScenario(t, "transfer", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario));
    const [ann, ben] = match.players;
    const [cleo, dee] = [await scenario.player("Cleo", PHONE), await scenario.player("Dee")];
    for (const player of [ann, dee]) player.monitor.allow(/status of 4\d\d/);
    await match.play("pass");
    const link = await scenario.step("Ben makes a link", () => makeLink(ben));
    await scenario.step("Cleo watches first, then takes the seat", async () => {
      await cleo.open(link);
      await cleo.reads("take-title", "Take Ben’s seat on this device?");
      assert.equal(new URL(cleo.page.url()).hash, "", "the secret stays in the address");
      await cleo.screenshot("asked");
      await cleo.press("Just watch");
      await cleo.reads("notice", /^You are watching/);
      assert.equal(await cleo.page.locator("#composer").isVisible(), false, "the seat was transferred without consent");
      await cleo.page.goto("about:blank");
      await cleo.open(link);
      await cleo.press("Take the seat");
      await cleo.reads("notice", "You are now playing as Ben on this device.");
      await ben.reads("notice", "Your seat has moved to another device. You are watching here now.");
      match.players = [ann, cleo];
      await match.play("pass");
      await match.shows(ben);
      assert.equal(await ben.page.locator("#composer").isVisible(), false, "the seat is played on two devices");
    });
    await scenario.step("the link works no longer", () => isRefused(dee, link));
    await scenario.step("a link that was cancelled does not work", async () => {
      const cancelled = await makeLink(ann, "Cancel link");
      await ann.reads("notice", "The link has been cancelled.");
      await isRefused(dee, cancelled);
    });
    await scenario.step("a player at the table takes no second seat", async () => {
      const another = await makeLink(cleo);
      await ann.page.goto("about:blank");
      await isRefused(ann, another);
      await match.play("pass");
    });
  }));

/** Makes a link for the player's seat, and presses a button of the dialog. @type {(player: Player, button?: string) => Promise<string>} */
async function makeLink(player, button = "Done") {
  await player.press("Continue on another device");
  const field = player.page.getByLabel("The link for the seat");
  await until(async () => assert.match(await field.inputValue(), /#move=/));
  const link = await field.inputValue();
  await player.screenshot(`link-${button.split(" ")[0].toLowerCase()}`);
  await player.press(button);
  return link;
}

/** Opens a link that does not work, and reads why. @type {(player: Player, link: string) => Promise<void>} */
async function isRefused(player, link) {
  await player.page.goto("about:blank");
  await player.open(link);
  await player.reads("notice", /^.+\.$/);
  assert.equal(await player.page.locator("dialog[open]").count(), 0, "a dialog offers a seat");
  await player.screenshot("refused");
}

test("a page older than the server says so, and keeps what is staged when it is reloaded", (t) =>
  inScenario(t, "new-version", async (scenario) => {
    let outdated = false;
    const ann = await scenario.player("Ann");
    await ann.page.routeWebSocket("**/socket", (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(outdated ? String(message).replace(/"version":\d+/, '"version":0') : message));
    });
    const ben = await scenario.player("Ben");
    const match = await Match.start(scenario, [ann, ben]);
    await match.play("pass", "pass");
    await ann.stage(["e5"]);
    for (const player of [ann, ben]) player.allowDisconnects();
    outdated = true;
    await scenario.server.stop();
    await scenario.server.start();
    await ann.page.getByText("There is a new version of Thicket.").waitFor();
    await ann.screenshot("outdated");
    await ann.isSameDocument();
    outdated = false;
    await ann.press("Reload");
    await ann.hasStaged(["e5"]);
    await ann.enter("e6");
    await ann.press("Send turn");
    await match.played("e5,e6");
  }));

test("letters on the pieces, and no animation for those who prefer none", (t) =>
  inScenario(t, "settings", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario, STILL));
    const [ann, ben] = match.players;
    const letters = () =>
      ann.page
        .locator("#board .piece .letter")
        .first()
        .evaluate((letter) => getComputedStyle(letter).display);
    await match.play("e5");
    assert.equal(await letters(), "none");
    await ann.prefer("Letters on the pieces");
    assert.notEqual(await letters(), "none");
    await ann.page.reload();
    await match.agree();
    assert.notEqual(await letters(), "none", "the setting is forgotten");
    await ann.screenshot("letters");
    await ben.page.evaluate(() => {
      Object.assign(window, { animations: 0 });
      const count = () => {
        /** @type {any} */ (window).animations += 1;
      };
      for (const type of ["animationstart", "transitionrun"]) addEventListener(type, count);
    });
    await match.play("e6", "f5");
    assert.equal(await ben.page.evaluate(() => /** @type {any} */ (window).animations), 0, "something is animated");
  }));
