// What is in sight in the middle of a game: the board, what one must press, the turns, the menus, and news that go.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Record } from "./harness/record.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { apart, box } from "./harness/places.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Scenario } from "./harness/scenario.js" */

const NAMES = ["Ann", "Ben", "Cleo", "Dee"];
/** A game of each kind, with the names of its fixture, its seats, and after how many turns it is looked at. @type {[string, string, number, number][]} */
const GAMES = [
  ["bushwhacked", "four-friends", 4, 69],
  ["btt", "four-friends", 4, 30],
  ["bushka", "white-wins", 2, 20],
  ["antipode", "full-board", 2, 20],
  ["bushi", "race-on-nine", 2, 20],
];
const STILL = { reducedMotion: /** @type {const} */ ("reduce") };

/** Opens a table for these players and plays the first turns of a game. @type {(scenario: Scenario, players: Player[], game: [string, string, number, number]) => Promise<{ path: string, turns: string[] }>} */
async function middleOf(scenario, players, [Game, fixture, seats, count]) {
  const { tags, turns } = Record.fixture(`${Game}/${fixture}`);
  const all = { Game, Seats: String(seats), Variant: tags.Variant ?? "" };
  const path = await openTable(players.slice(0, seats), all, NAMES);
  await playTurns(players, all, path, scenario.server.url, turns.slice(0, count));
  return { path, turns };
}

/** An element is whole in the window, and nothing lies over its middle. @type {(player: Player, selector: string) => Promise<void>} */
async function inSight(player, selector) {
  await until(async () => {
    const { width, height } = /** @type {{ width: number, height: number }} */ (player.page.viewportSize());
    const { x, y, width: w, height: h } = await box(player, selector);
    assert.ok(x >= -0.5 && y >= -0.5 && x + w <= width + 0.5 && y + h <= height + 0.5, `${player.name}: ${selector} at ${x},${y} ${w}x${h}`);
    const onTop = await player.page
      .locator(selector)
      .evaluate((element, [at, down]) => element.contains(document.elementFromPoint(at, down)), [x + w / 2, y + h / 2]);
    assert.ok(onTop, `${player.name}: something lies over ${selector}`);
  });
}

test("on a phone the board is as wide as the screen, and what one must press is in sight", (t) =>
  inScenario(t, "in-sight", async (scenario) => {
    const players = await Promise.all(NAMES.map((name) => scenario.player(name, { ...PHONE, ...STILL })));
    for (const game of GAMES) {
      const { path } = await middleOf(scenario, players, game);
      for (const player of players.slice(0, game[2])) await player.page.setViewportSize({ width: 360, height: 640 });
      for (const player of players.slice(0, game[2])) await player.open(path);
      const mover = await whoIsToMove(players.slice(0, game[2]));
      await scenario.step(`${game[0]} upright`, async () => {
        assert.equal((await box(mover, "#board")).width, 360, game[0]);
        await apart(mover, "#board", "#sheet");
        await mover.screenshot(`${game[0]}-upright`);
      });
      await scenario.step(`${game[0]} with larger text`, async () => {
        // Text that grows lays the page out anew.
        mover.monitor.countsShifts = false;
        await enlargeText(mover, true);
        await apart(mover, "#where", "#sheet");
        await apart(mover, "#menus", "#sheet");
        await mover.screenshot(`${game[0]}-larger-text`);
        await enlargeText(mover, false);
      });
      await scenario.step(`${game[0]} on a higher phone`, async () => {
        await mover.page.setViewportSize({ width: 390, height: 844 });
        await mover.page.reload();
        await inSight(mover, "#turn-list a[aria-current]");
        await mover.screenshot(`${game[0]}-higher`);
      });
      for (const [width, height] of [
        [640, 360],
        [844, 390],
      ]) {
        await mover.page.setViewportSize({ width, height });
        await scenario.step(`${game[0]} at ${width} x ${height}`, async () => {
          if (game[2] === 2) await inSight(mover, "#turn-list a[aria-current]");
          await pressable(mover, `${game[0]}-${width}`);
        });
      }
    }
  }));

/** As the preference does it. @type {(player: Player, large: boolean) => Promise<void>} */
const enlargeText = ({ page }, large) => page.evaluate((on) => document.documentElement.setAttribute("data-text", on ? "large" : "normal"), large);

/** @param {Player[]} players */
const whoIsToMove = (players) =>
  until(async () => {
    for (const player of players) if ((await player.page.locator("body.mine").count()) > 0) return player;
    throw new Error("nobody has the turn");
  });

/** What is aimed at says that a second tap chooses it, and the buttons are in sight. @type {(player: Player, name: string) => Promise<void>} */
async function pressable(player, name) {
  await inSight(player, "#sheet");
  await inSight(player, "#board");
  const target = player.page.locator("#board .cell.target").first();
  if ((await target.count()) > 0) await target.tap();
  for (const button of await player.page.locator("#buttons button").all()) await until(async () => assert.ok(await whole(player, button)));
  if (await player.page.locator("#buttons [data-confirm]").isVisible()) {
    await player.reads("confirm-here", "Tap again to choose it");
    assert.ok(await player.page.locator("#confirm-here").isVisible(), "said where the eye is");
  }
  await player.screenshot(name);
  await player.page.keyboard.press("Escape");
}

/** @type {(player: Player, where: import("playwright-core").Locator) => Promise<boolean>} */
async function whole(player, where) {
  const found = await where.boundingBox();
  const { width, height } = /** @type {{ width: number, height: number }} */ (player.page.viewportSize());
  return found === null || (found.y >= -0.5 && found.y + found.height <= height + 0.5 && found.x + found.width <= width + 0.5);
}

test("on a desktop the turns have room, and what one can do is in two menus for mouse and keyboard", (t) =>
  inScenario(t, "in-sight-desktop", async (scenario) => {
    const players = await Promise.all(NAMES.slice(0, 2).map((name) => scenario.player(name, { ...LAPTOP, ...STILL, viewport: { width: 1280, height: 800 } })));
    const { path, turns } = await middleOf(scenario, players, ["bushwhacked", "two-friends", 2, 40]);
    for (const player of players) await player.open(path);
    const mover = await whoIsToMove(players);
    const waiting = players.find((player) => player !== mover) ?? mover;
    for (const player of players) assert.ok((await box(player, "#turn-list")).height >= 200, `${player.name}’s turns`);
    assert.ok((await box(waiting, "#sheet")).height < 120, "a sheet with nothing to press takes little room");
    const captures = turns.slice(0, 40).filter((turn) => turn.includes("x")).length;
    assert.ok((await mover.page.locator("#turn-list .captures").count()) >= captures, "captures are shown");
    await mover.page.locator("#open-actions").focus();
    await mover.page.keyboard.press("Enter");
    for (const name of ["Take back", "Offer a draw", "Resign…"]) await mover.page.getByRole("button", { name, exact: true }).waitFor();
    await inSight(mover, "#actions");
    await mover.page.keyboard.press("Tab");
    assert.equal(await mover.page.evaluate(() => document.activeElement?.closest("#actions") !== null), true, "the next stop is in the menu");
    await mover.screenshot("actions");
    await mover.page.keyboard.press("Escape");
    assert.equal(await mover.page.locator("#actions").isVisible(), false);
    await mover.openSettings();
    await inSight(mover, "#settings");
    await mover.page.keyboard.press("Escape");
  }));

for (const [device, screen] of Object.entries({ desktop: LAPTOP, phone: PHONE })) {
  test(`news go after six seconds, can be closed, and lie over neither the board nor the chat, on a ${device}`, (t) =>
    inScenario(t, `news-${device}`, async (scenario) => {
      const players = [await scenario.player("Ann", { ...screen, ...STILL }), await scenario.player("Ben", STILL)];
      const { path } = await middleOf(scenario, players, ["bushwhacked", "two-friends", 2, 4]);
      for (const player of players) await player.open(path);
      const [ann, ben] = players;
      const decline = async () => {
        await ann.press("Offer a draw");
        await ben.press("Decline");
        await ann.reads("notice", "Ben declined the draw.");
      };
      await decline();
      for (const other of ["header", "#board", "#chat-toggle"]) await apart(ann, "#notice", other);
      await ann.screenshot("news");
      await ann.press("Close this notice");
      assert.equal(await ann.page.locator("#notice").isVisible(), false);
      await ann.play("a1");
      await ben.press("Offer a draw");
      await ann.press("Decline");
      await ben.reads("notice", "Ann declined the draw.");
      const before = performance.now();
      await ben.reads("notice", "");
      assert.ok(performance.now() - before > 3_000, "it can be read");
    }));
}

test("whoever watches is told so, and a record counts no watchers and has no settings of playing", (t) =>
  inScenario(t, "watching", async (scenario) => {
    const players = [await scenario.player("Ann", STILL), await scenario.player("Ben", STILL)];
    const { path } = await middleOf(scenario, players, ["bushwhacked", "two-friends", 2, 4]);
    const [ann] = players;
    await ann.open(path);
    const eve = await scenario.player("Eve", { ...PHONE, ...STILL });
    await eve.open(path);
    await eve.reads("watching", "You are watching: all seats are taken.");
    assert.equal(await eve.page.locator("#open-actions").isVisible(), false, "there is nothing to do");
    await ann.reads("watchers", "1 watching");
    assert.equal(await ann.page.locator("#watching").isVisible(), false);
    await ann.resign();
    await eve.phase("over");
    await eve.page.reload();
    await eve.reads("status", "Ben wins.");
    await eve.reads("watchers", "");
    await eve.openSettings();
    await eve.page.getByRole("link", { name: "Preferences" }).first().waitFor();
    assert.equal(await eve.page.getByText("Notify me of my turn").count(), 0);
    await eve.page.keyboard.press("Escape");
    const download = ann.page.waitForEvent("download");
    await ann.press("Share");
    assert.match((await download).suggestedFilename(), /^thicket-.+\.png$/);
    const tops = await Promise.all(["#rematch", "#review-now", "#share-result"].map(async (selector) => (await box(ann, selector)).y));
    assert.ok(Math.max(...tops) - Math.min(...tops) < 2, "rematch, review and picture stand side by side");
  }));

test("whoever was removed is not invited, and whoever waits is told that the table is listed", (t) =>
  inScenario(t, "removed", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann"), await scenario.player("Ben", PHONE)];
    const path = await openTable([ann, ben], { Game: "bushwhacked", Seats: "3" }, ["Ann", "Ben"], true);
    await ann.open(path);
    await ben.open(path);
    await ann.reads("listed", /^This table is listed on the home page, and anybody can join it\. Until somebody comes you can play a bot in another tab\.$/);
    await ann.touch(ann.page.getByRole("button", { name: "Remove Ben from the table" }));
    await ben.reads("removed", "The host removed you. You can watch, and take a seat again after ten minutes.");
    assert.equal(await ben.page.locator("#name-form").isVisible(), false);
    await ben.page.reload();
    await ben.reads("removed", /^The host removed you\./);
    assert.equal(await ben.page.locator("#name-form").isVisible(), false, "a page that is loaded again invites nobody");
    assert.equal(await ben.page.locator("#listed").isVisible(), false);
    assert.equal(await ben.page.locator("#chairs input").count(), 0, "there is no seat to choose");
    await ben.screenshot("removed");
  }));
