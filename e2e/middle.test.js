// In the middle of a game, on phones: what the sheet below the board says, and how a turn is composed, undone and sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { apart, box } from "./harness/places.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Screen } from "./harness/scenario.js" */

/** @type {{ [size in string]: Screen }} */
const PHONES = { "390x844": { ...PHONE, viewport: { width: 390, height: 844 } }, "360x640": PHONE };

for (const [size, phone] of Object.entries(PHONES)) {
  test(`a game on a phone of ${size}`, (t) =>
    inScenario(t, `middle-${size}`, async (scenario) => {
      const match = await scenario.step("a game begins", () => Match.ofTwo(scenario, phone));
      await scenario.step("the sheet says what just happened", () => latestTurn(match));
      await scenario.step("a first tap shows the stone, and where it would go", () => aim(match));
      await scenario.step("a forbidden square says why", () => forbidden(match));
      await scenario.step("after a saved pass one stone can be sent", () => oneStone(match));
      await scenario.step("what is confirmed without a connection", () => offline(match));
      await scenario.step("zoom, coordinates and tallies", () => look(match));
      await scenario.step("a draw is offered and declined", () => draw(match));
    }));
}

/** Waits until an element is in sight as a whole. @type {(player: Player, selector: string) => Promise<void>} */
async function inSight(player, selector) {
  const { width, height } = /** @type {{ width: number, height: number }} */ (player.page.viewportSize());
  await until(async () => {
    const { x, y, width: w, height: h } = await box(player, selector);
    const whole = x >= -0.5 && y >= -0.5 && x + w <= width + 0.5 && y + h <= height + 0.5;
    assert.ok(whole, `${player.name}: ${selector} at ${x},${y} ${w}x${h} is not in sight`);
  });
}

/** Nothing of what a sentence or a button says is cut off. @type {(player: Player, selector: string) => Promise<void>} */
async function whole(player, selector) {
  const cut = await player.page
    .locator(selector)
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent));
  assert.deepEqual(cut, [], `${player.name}: cut off`);
}

/** @param {Match} match */
async function latestTurn(match) {
  const [, ben] = match.players;
  await match.play("e5");
  await ben.reads("staged", "Place a stone, or pass.");
  await apart(ben, "#board", "#sheet");
  await ben.screenshot("hint");
  await ben.press("Do not show this again");
  await ben.reads("latest", /^Ann: e5/);
  await inSight(ben, "#latest");
  for (const below of ["#sheet", "#tools"]) await apart(ben, "#board", below);
  await apart(ben, "#sheet", "#zoom");
  await ben.screenshot("your-turn");
  await match.play("f6");
  await ben.reads("latest", /^Ben: f6/);
  await apart(ben, "#sheet", "#tools");
  await inSight(ben, "#latest button");
  await ben.screenshot("their-turn");
  await ben.touch(ben.page.locator("#latest button"));
  await match.shows(ben);
  await match.play("g7");
}

/** @param {Match} match */
async function aim(match) {
  const [, ben] = match.players;
  await ben.touch(ben.cell("h8"));
  const button = ben.page.getByRole("button", { name: "Place on h8" });
  await button.waitFor();
  assert.equal(await ben.page.locator("#board .ghost .piece.red").count(), 1, "the stone is not shown");
  await inSight(ben, "#buttons");
  await whole(ben, "#buttons button, #staged");
  await apart(ben, "#board", "#sheet");
  await ben.screenshot("aimed");
  await ben.press("Undo");
  await until(async () => assert.equal(await ben.page.locator("#board .ghost").count(), 0));
}

/** @param {Match} match */
async function forbidden(match) {
  const [, ben] = match.players;
  await ben.touchInert("e5");
  await ben.reads("turn-problem", "e5 is occupied.");
  await ben.touchInert("i9");
  await ben.reads("turn-problem", "i9 is a base, and nobody plays on a base.");
  await whole(ben, "#turn-problem");
  await ben.screenshot("forbidden");
  await match.play("pass", "a1");
}

/** @param {Match} match */
async function oneStone(match) {
  const [ann, ben] = match.players;
  await ann.reads("latest", /^Ann: a1/);
  await ben.reads("staged", "Place up to 2 stones, or pass.");
  await ben.stage(["h8"]);
  await ben.reads("staged", "Your turn so far: h8. You may place 1 more.");
  const send = ben.page.locator("#buttons button.strong");
  assert.match((await send.innerText()).trim(), /^Send 1 stone/);
  await inSight(ben, "#buttons");
  await ben.screenshot("one-stone");
  await ben.touch(send);
  await match.played("h8,end");
  await match.play("a2");
}

/** @param {Match} match */
async function offline(match) {
  const [, ben] = match.players;
  await ben.goOffline();
  await ben.isDisconnected();
  await ben.touch(ben.cell("k8"));
  await ben.press("Place on k8");
  await ben.reads("staged", "Will be sent when you are back online.");
  assert.equal(await ben.page.locator("#board .ghost .piece.red").count(), 1, "the stone is not drawn");
  await ben.screenshot("offline");
  await ben.goOnline();
  await match.played("k8");
}

/** @param {Match} match */
async function look(match) {
  const [, ben] = match.players;
  for (const button of ["#zoom-in", "#zoom-out"]) await inSight(ben, button);
  const before = await ben.page.locator("#board .board").getAttribute("viewBox");
  await ben.press("Zoom in");
  await until(async () => assert.notEqual(await ben.page.locator("#board .board").getAttribute("viewBox"), before));
  await ben.press("Zoom out");
  const labels = ben.page.locator("#board .label:visible");
  const names = await labels.allTextContents();
  assert.ok(names.includes("a") && names.includes("17") && !names.includes("b"), `every other coordinate is shown: ${names}`);
  const board = await box(ben, "#board");
  for (const label of await labels.all()) {
    const at = await label.boundingBox();
    assert.ok(
      at && at.x >= board.x && at.x + at.width <= board.x + board.width + 0.5,
      `${await label.textContent()} is cut off: ${JSON.stringify([at, board])}`,
    );
  }
  await ben.press("About Ann");
  await ben.reads("player-tallies", /in hand.*in reserve.*saved passes.*bases.*capture stones/);
  await inSight(ben, "#player-dialog");
  await ben.screenshot("about-a-player");
  await ben.press("Close");
}

/** @param {Match} match */
async function draw(match) {
  const [ann, ben] = match.players;
  // It is Ben’s turn then.
  await match.play("a3");
  await ann.press("Offer a draw");
  await ben.reads("offers", "Ann offers a draw. Agree to a draw Decline");
  for (const other of ["#board", "#status"]) await apart(ben, "#offers", other);
  // Whoever means to decline does not pass.
  const [decline, pass] = [await box(ben, "#decline"), await box(ben, '[data-button="pass"]')];
  assert.ok(pass.x + pass.width <= decline.x + 1 || pass.y > decline.y + decline.height + 16, "Pass lies right under Decline");
  await ben.screenshot("offered");
  await ben.press("Decline");
  await ann.reads("notice", "Ben declined the draw.");
  assert.equal(await ann.page.locator("#offers").isVisible(), false);
}

test("a single click can be undone for two seconds, and is sent then", (t) =>
  inScenario(t, "middle-undo", async (scenario) => {
    const screen = { ...LAPTOP, send: /** @type {const} */ ("undo") };
    const match = await Match.start(scenario, [await scenario.player("Ann", screen), await scenario.player("Ben", screen)]);
    const [ann, ben] = match.players;
    await ann.cell("e5").hover();
    await until(async () => assert.equal(await ann.page.locator("#board .ghost .piece.white").count(), 1, "the mouse shows the stone"));
    await ann.enter("e5");
    await ann.page.getByRole("button", { name: "Send now" }).waitFor();
    await ann.screenshot("leaving");
    await ann.press("Undo");
    await ann.hasStaged([]);
    await match.shows(ann);
    await ann.enter("f6");
    await match.played("f6");
    // The page goes before the time is over: the turn leaves at once.
    await ben.enter("g7");
    await ben.page.getByRole("button", { name: "Send now" }).waitFor();
    await ben.page.reload();
    await match.played("g7");
    await ann.prefer("Ask");
    await ann.enter("h8");
    await ann.press("Send turn");
    await match.played("h8");
  }));

test("a payment is confirmed in every setting, and every step says what it wants", (t) =>
  inScenario(t, "middle-payment", async (scenario) => {
    const phone = PHONES["390x844"];
    const match = await Match.start(scenario, [await scenario.player("Ann"), await scenario.player("Ben", phone)], { Game: "btt" });
    const [, ben] = match.players;
    await match.play("Na1");
    await ben.reads("staged", "Choose a square for a root. Branches grow from roots.");
    await match.play("Rd2", "Ld3>d2");
    await ben.reads("staged", "Choose the size of your pyramid.");
    await ben.touchInert("d4");
    await ben.reads("turn-problem", "Choose the size of your pyramid.");
    await ben.press("Small");
    await ben.reads("staged", "Choose a square for your pyramid.");
    await ben.touch(ben.cell("d4"));
    await confirmAim(ben);
    await ben.reads("staged", /^Choose the square that it points at\. Another player’s pyramid costs you its points\./);
    await ben.screenshot("pointing");
    await ben.touch(ben.cell("d3"));
    await confirmAim(ben);
    await ben.reads("staged", "Your turn: Sd4>d3.");
    await ben.reads("effects", "You pay 3 tokens, and White gets 1.");
    await whole(ben, "#effects, #buttons button");
    await inSight(ben, "#buttons");
    await ben.screenshot("payment");
    await ben.press("Send turn");
    await match.played("Sd4>d3");
  }));

/** Where cells are small, a tap only aims. @param {Player} player */
async function confirmAim(player) {
  const confirm = player.page.locator("#buttons [data-confirm]");
  if (await confirm.isVisible()) await player.touch(confirm);
}

test("whoever resigns sees the board, and is told that they watch", (t) =>
  inScenario(t, "middle-resign", async (scenario) => {
    const players = [await scenario.player("Ann"), await scenario.player("Ben", PHONE), await scenario.player("Cleo")];
    const match = await Match.start(scenario, players);
    const [, ben] = players;
    await match.play("e5");
    await match.play("drop:2");
    await ben.reads("latest", /^You left the game\. You are watching\./);
    await inSight(ben, "#latest");
    await inSight(ben, "#board");
    await apart(ben, "#board", "#sheet");
    await ben.screenshot("left");
  }));
