// Several people on one device: four friends on a tablet, of whom one goes on with a phone of their own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CHAIR_STARTS, Match } from "./harness/match.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Scenario } from "./harness/scenario.js" */

const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const NAMES = ["Ann", "Ben", "Cem", "Dee"];

/** Seats somebody on a player's device. @type {(player: Player, name: string) => Promise<void>} */
async function add(player, name) {
  await player.press("Add somebody here");
  await player.page.getByLabel("Their name").fill(name);
  await player.press("Add");
  await player.page.locator("#chairs b", { hasText: name }).waitFor();
}

/** A game of four on the device of the first of them. @type {(scenario: Scenario, player: Player) => Promise<Match>} */
async function onOneDevice(scenario, player) {
  const link = await player.openTable({ players: "4", starter: FIRST_CHAIR_STARTS });
  for (const name of NAMES.slice(1)) await add(player, name);
  const tags = { Game: "bushwhacked", Seats: "4", Variant: "" };
  const match = new Match(
    scenario,
    tags,
    NAMES.map(() => player),
    link,
  );
  match.names = NAMES;
  await player.phase("playing");
  await match.agree();
  return match;
}

test("four friends play on one tablet, and one of them goes on with a phone in the middle of the game", (t) =>
  inScenario(t, "hot-seat", async (scenario) => {
    const tablet = await scenario.player("Ann", TABLET);
    const match = await scenario.step("four sit down", () => onOneDevice(scenario, tablet));
    await tablet.screenshot("begun");
    await scenario.step("turns by taps", async () => {
      await match.play("e5", "e6", "e7");
      await tablet.reads("status", /^Dee’s turn/);
      await match.play("e8", "e9");
    });
    await scenario.step("the page is loaded again", async () => {
      await tablet.page.reload();
      await match.agree();
      await match.play("e10");
    });
    await scenario.step("the server is started again", async () => {
      tablet.allowDisconnects();
      await scenario.server.stop("SIGKILL");
      await tablet.isDisconnected();
      await scenario.server.start();
      await tablet.isConnected();
      await match.play("e11", "e12");
      await tablet.markDocument();
    });

    const phone = await scenario.player("Phone", PHONE);
    await scenario.step("Ben goes on with a phone", () => moveSeat(tablet, phone, "Ben"));
    match.players[1] = phone;
    await tablet.reads("notice", "Ben’s seat has moved to another device.");
    await tablet.isSameDocument();
    await scenario.step("the game goes on at both", () => match.play("f5", "f6", "f7", "f8", "f9", "f10"));
    await phone.screenshot("goes-on");
    await scenario.step("the others leave, one by one", async () => {
      for (const name of ["Dee", "Cem"]) await resignFor(tablet, name);
      await tablet.resign();
      await phone.phase("over");
    });
    await phone.reads("shared-devices", "Ann, Ben, Cem and Dee played on one device.");
    await tablet.reads("shared-devices", "Ann, Ben, Cem and Dee played on one device.");
    await tablet.screenshot("over");
  }));

/** @type {(tablet: Player, phone: Player, name: string) => Promise<void>} */
async function moveSeat(tablet, phone, name) {
  await tablet.press("Continue on another device");
  await tablet.page.getByRole("dialog").getByRole("button", { name }).tap();
  const field = tablet.page.locator("#move-link");
  await field.waitFor();
  const { width } = await tablet.page.locator("#move-qr").evaluate((/** @type {HTMLImageElement} */ image) => ({ width: image.naturalWidth }));
  assert.ok(width > 0, "there is a QR code");
  await tablet.screenshot("link");
  await phone.open(await field.inputValue());
  await phone.reads("take-title", `Take ${name}’s seat on this device?`);
  await phone.press("Take the seat");
  await phone.reads("notice", /./);
  await tablet.press("Done");
}

/** @type {(player: Player, name: string) => Promise<void>} */
async function resignFor(player, name) {
  await player.press("Resign…");
  await player.page.getByRole("dialog").getByRole("button", { name }).tap();
  await player.reads("resign-title", `Resign for ${name}?`);
  await player.press("Resign");
  await player.page.locator("#resign-dialog").waitFor({ state: "hidden" });
}

test("the board is covered between the turns of two on one phone, and turns to whoever is to move", (t) =>
  inScenario(t, "hand-over", async (scenario) => {
    const ann = await scenario.player("Ann", PHONE);
    const link = await ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS });
    await ann.screenshot("waiting");
    await ann.press("Add somebody here");
    await ann.screenshot("adding");
    await ann.page.getByLabel("Their name").fill("ann");
    await ann.monitor.allow(/status of 409/);
    await ann.press("Add");
    await ann.reads("added-problem", "Another player at this table has that name. Please choose a different one.");
    await ann.page.getByLabel("Their name").fill("Ben");
    await ann.page.keyboard.press("Enter");
    await ann.phase("playing");
    const match = new Match(scenario, { Game: "bushwhacked", Seats: "2", Variant: "" }, [ann, ann], link);
    match.names = ["Ann", "Ben"];
    await match.play("e5");
    const bottom = () => ann.page.locator(".player.bottom b").innerText();
    await until(async () => assert.equal(await bottom(), "Ben"));
    await ann.press("Take back");
    await ann.reads("offers", /^Ann asks to take back e5\. Waiting for Ben\./);
    await ann.screenshot("offer");
    await ann.press("Ben agrees");
    await until(async () => assert.equal(await bottom(), "Ann"));
    match.turns.pop();
    await ann.page.locator('[data-button="pass"]').waitFor();
    await ann.page.locator('#board [data-name="e5"]').tap();
    const confirm = ann.page.locator("#buttons [data-confirm]");
    if (await confirm.isVisible()) await confirm.tap();
    await until(async () => assert.equal(await bottom(), "Ben"));
    match.turns.push("e5");
    await ann.openSettings();
    await ann.page.getByLabel("Turn the board to whoever is to move").uncheck();
    await ann.page.getByLabel("Cover the board between turns").check();
    await ann.page.keyboard.press("Escape");
    await match.play("e6");
    const go = ann.page.getByRole("button", { name: "Ann’s turn Tap to go on" });
    await go.waitFor();
    await ann.screenshot("covered");
    await ann.touch(go);
    assert.equal(await bottom(), "Ben", "the board stays as it is");
    await match.play("e7");
    await ann.page.getByRole("button", { name: "Ben’s turn Tap to go on" }).tap();
  }));
