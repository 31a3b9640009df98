// A newcomer reads the rules and solves the tutorial: by mouse, by touch, and by the keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { kinds } from "./harness/paths.js";
import { DARK, inScenario, PHONE, STILL } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** For each lesson of Bushwhacked a turn that misses its goal, and one that reaches it. */
const LESSONS = [
  ["pass", "h8"],
  ["h2", "f5"],
  ["e7", "e5"],
  ["b2,end", "pass"],
  ["pass", "xj9,-g6,-g12,-l11"],
  ["g1,end", "h4,j4,i3"],
];

/** Enters a turn, and waits until the lesson judges it. @type {(player: Player, turn: string, verdict: RegExp) => Promise<void>} */
async function attempt(player, turn, verdict) {
  const steps = turn.split(",");
  await player.stage(steps.slice(0, -1));
  await player.enter(steps[steps.length - 1]);
  await isJudged(player, verdict);
}

/** Sends a turn that waits to be sent, until the lesson judges it. @type {(player: Player, verdict: RegExp) => Promise<void>} */
async function isJudged(player, verdict) {
  const { page } = player;
  const send = page.getByRole("button", { name: "Send turn" });
  const judgement = page.locator("#lessons .shown .said");
  await until(async () => {
    if (await send.isVisible()) await player.touch(send);
    assert.ok(await judgement.isVisible(), `no verdict at ${page.url()}`);
    assert.match(await judgement.innerText(), verdict, page.url());
  });
}

/** @type {(player: Player, withMistakes: boolean) => Promise<void>} */
async function learn(player, withMistakes) {
  await player.open("/learn/bushwhacked");
  for (const [n, [wrong, right]] of LESSONS.entries()) {
    await player.reads("progress", new RegExp(`^${n + 1} of ${LESSONS.length}`));
    if (withMistakes) {
      await attempt(player, wrong, /^Try again\./);
      await player.page.locator("#composer:not([hidden])").waitFor();
    }
    await attempt(player, right, /^Well done\./);
    await player.screenshot(`lesson-${n + 1}`);
    if (n < LESSONS.length - 1) await player.press("Next");
  }
}

test("the rules and the tutorial of Bushwhacked", (t) =>
  inScenario(t, "learn", async (scenario) => {
    const ann = await scenario.player("Ann", DARK);
    const ben = await scenario.player("Ben", PHONE);
    const cem = await scenario.player("Cem", { ...STILL, keyboard: true });
    await scenario.step("the rules, with a figure that is played", async () => {
      await ann.open("/rules/bushwhacked");
      assert.equal(await ann.page.locator(".shots .view .piece").first().isVisible(), true);
      await ann.page.getByRole("button", { name: "Watch it" }).nth(1).click();
      await ann.reads("announcer", "White plays e4, captures Red's play stone on d4.");
      await ann.page.locator(".view.playing").waitFor({ state: "detached" });
      await ann.page.getByRole("link", { name: "Learn in two minutes" }).click();
      await ann.page.waitForURL(/\/learn\/bushwhacked/);
    });
    await scenario.step("by mouse, with mistakes", async () => {
      await learn(ann, true);
      await ann.page.getByRole("link", { name: "Open a table" }).click();
      await ann.page.locator(".kind[data-kind=bushwhacked] [name=kind]:checked").waitFor();
    });
    await scenario.step("by touch, and on to a first game against a gentle bot", async () => {
      await learn(ben, false);
      await ben.press("Play a first game against a gentle bot");
      await ben.phase("playing");
      assert.equal(await ben.page.locator(".player .tag.bot").innerText(), "bot 1");
      await until(async () => assert.match(await ben.page.locator("#best-turn p").innerText(), /^Try /));
    });
    await scenario.step("by keyboard, without animations", () => learn(cem, false));
    await scenario.step("a mistake, then the solution is shown", async () => {
      await cem.open("/learn/bushwhacked#3");
      await cem.reads("progress", /^3 of 6/);
      await attempt(cem, "h8", /^Try again\./);
      await cem.press("Show me");
      await isJudged(cem, /^Well done\./);
    });
  }));

/** Solves each lesson of a game by its own solution, typed. @type {(player: Player, kind: string) => Promise<void>} */
async function solveAll(player, kind) {
  const { page } = player;
  await player.open(`/learn/${kind}`);
  /** @type {{ solution: string[] }[]} */
  const lessons = await page.locator("#lessons-data").evaluate((data) => JSON.parse(data.textContent ?? ""));
  for (const [n, { solution }] of lessons.entries()) {
    await player.reads("progress", new RegExp(`^${n + 1} of ${lessons.length}`));
    await page.locator("#lesson-board .target, #buttons [data-button]").first().waitFor();
    await page.locator("#typed").fill(solution.join());
    await player.press("Enter");
    await isJudged(player, /^Well done\./);
    await player.screenshot(`${kind}-${n + 1}`);
    if (n < lessons.length - 1) await player.press("Next");
  }
}

test("the lessons of every game can be solved, and lead to its table", (t) =>
  inScenario(t, "lessons", async (scenario) => {
    const dee = await scenario.player("Dee", STILL);
    for (const kind of kinds()) {
      await scenario.step(kind, async () => {
        await solveAll(dee, kind);
        await dee.page.getByRole("link", { name: "Open a table" }).click();
        await dee.page.locator(`.kind[data-kind=${kind}] [name=kind]:checked`).waitFor();
      });
    }
  }));
