// Marks and arrows that somebody draws on the board for themselves.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import { holdUp } from "./harness/hold-up.js";
import { Match } from "./harness/match.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { DARK, inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const TWO = { Game: "bushwhacked", Seats: "2" };

/** Waits until this is drawn on the board of a player. @type {(player: Player, ...wanted: string[]) => Promise<void>} */
const hasDrawn = ({ page }, ...wanted) =>
  until(async () => {
    const drawn = await page.locator(".sketch [data-sketch]").evaluateAll((all) => all.map((one) => one.getAttribute("data-sketch")));
    assert.deepEqual([...new Set(drawn)], wanted);
  });

/** The middle of a cell on the screen. @type {(player: Player, cell: string) => Promise<{ x: number, y: number }>} */
async function middle({ page }, cell) {
  const box = await page.locator(`.board [data-name="${cell}"]`).boundingBox();
  assert.ok(box, `${cell} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags with the right button; between the same cells it is a click. @type {(player: Player, from: string, to?: string) => Promise<void>} */
async function rightDrag(player, from, to = from) {
  const [a, b] = [await middle(player, from), await middle(player, to)];
  const { mouse } = player.page;
  await mouse.move(a.x, a.y);
  await mouse.down({ button: "right" });
  await mouse.move(b.x, b.y, { steps: 4 });
  await mouse.up({ button: "right" });
}

/** A finger rests on a cell, and is dragged to another one. @type {(player: Player, from: string, to?: string, rest?: number) => Promise<void>} */
async function longPress(player, from, to = from, rest = 900) {
  const [a, b] = [await middle(player, from), await middle(player, to)];
  const touch = await player.page.context().newCDPSession(player.page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [a] });
  await sleep(rest);
  if (to !== from) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [b] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touch.detach();
}

test("marks and arrows are one's own, and go with the next turn", (t) =>
  inScenario(t, "marks", async (scenario) => {
    const match = await Match.ofTwo(scenario, PHONE);
    const [ann, ben] = match.players;
    await scenario.step("with the right button", async () => {
      await rightDrag(ann, "e5");
      await hasDrawn(ann, "e5");
      await rightDrag(ann, "f6", "g8");
      await hasDrawn(ann, "e5", "f6-g8");
      await ann.screenshot("mouse");
      await rightDrag(ann, "f6", "g8");
      await hasDrawn(ann, "e5");
      await hasDrawn(ben);
      await match.shows(ann);
    });
    await scenario.step("with a finger that rests first", async () => {
      await longPress(ben, "e5");
      await hasDrawn(ben, "e5");
      const scrolled = await ben.page.evaluate(() => scrollY);
      await longPress(ben, "f6", "g8");
      await hasDrawn(ben, "e5", "f6-g8");
      assert.equal(await ben.page.evaluate(() => scrollY), scrolled, "the page is scrolled");
      await ben.screenshot("touch");
    });
    await scenario.step("the next turn removes them", async () => {
      await match.play("e5");
      await hasDrawn(ann);
      await hasDrawn(ben);
    });
    await scenario.step("Escape removes them, and the context menu stays away", async () => {
      await rightDrag(ann, "f6");
      await hasDrawn(ann, "f6");
      await ann.page.keyboard.press("Escape");
      await hasDrawn(ann);
      const prevented = await ann.page.evaluate(() => {
        const asks = (/** @type {string} */ where) =>
          !document.querySelector(where)?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
        return [asks(".board .cell"), asks("#side")];
      });
      assert.deepEqual(prevented, [true, false]);
    });
    await scenario.step("a finger that aims still aims", async () => {
      await longPress(ben, "f6");
      await sleep(200);
      await hasDrawn(ben);
    });
    await scenario.step("also before the server has said what can be chosen", async () => {
      const release = await holdUp(ben);
      await ben.open(match.link);
      await ben.page.locator("body.alive").waitFor();
      await longPress(ben, "f6");
      await ben.page.getByRole("button", { name: "Choose f6" }).waitFor();
      await hasDrawn(ben);
      release();
      await ben.touch(ben.page.getByRole("button", { name: "Place on f6" }));
      await ben.sees(2);
    });
  }));

test("marks stand in the address of turns that are tried", (t) =>
  inScenario(t, "marks-explored", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const ben = await scenario.player("Ben", { ...DARK, reducedMotion: "reduce" });
    const path = await openTable([ann, ben], TWO, ["Ann", "Ben"], true);
    await playTurns([ann, ben], TWO, path, scenario.server.url, ["e5", "e6", "drop:1"]);
    await ann.open(`${path}/explore?at=2`);
    await ann.page.locator("body.alive").waitFor();
    await rightDrag(ann, "d4");
    await rightDrag(ann, "f6", "g8");
    await hasDrawn(ann, "d4", "f6-g8");
    await until(async () => assert.match(ann.page.url(), /&marks=d4,f6-g8$/));
    const { search } = new URL(ann.page.url());
    await ben.open(`${path}/explore${search},zz,d4-,e5-e5,<b>`);
    await hasDrawn(ben, "d4", "f6-g8");
    await until(async () => assert.match(ben.page.url(), /&marks=d4,f6-g8$/));
    await ben.screenshot("dark");
    await ben.enter("pass");
    await until(async () => {
      const send = ben.page.locator("#buttons [data-send]");
      if (await send.isVisible()) await ben.touch(send);
      assert.notEqual(await ben.page.locator("#where").innerText(), "Start");
    });
    await hasDrawn(ben);
    await until(async () => assert.doesNotMatch(ben.page.url(), /marks/));
  }));
