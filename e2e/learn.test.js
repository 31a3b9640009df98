// A newcomer reads the rules and solves the first game: by mouse, by finger, and by keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DARK, inHouse, PHONE, STILL } from "./harness/house.js";
import { kinds } from "./harness/places.js";
import { until } from "./harness/until.js";

/** @import { Person } from "./harness/person.js" */

/** For each lesson a turn that misses, and one that solves it. */
const LESSONS = [
  ["pass", "h8"],
  ["h2", "f5"],
  ["e7", "e5"],
  ["b2,end", "pass"],
  ["pass", "xj9,-g6,-g12,-l11"],
  ["g1,end", "h4,j4,i3"],
];
const BUTTONS = { pass: "Pass", end: "End turn" };

/** @type {(person: Person, step: string, touch: (square: string) => Promise<void>) => Promise<void>} */
async function enter(person, step, touch) {
  await person.page.locator("#lesson-board .target, #buttons [data-button]").first().waitFor();
  if (step in BUTTONS) return person.press(BUTTONS[/** @type {keyof typeof BUTTONS} */ (step)]);
  if (step.startsWith("x")) await person.press("Trade in");
  await touch(step.replace(/^[x-]/, ""));
}

/** @type {(person: Person, turn: string, touch: (square: string) => Promise<void>) => Promise<void>} */
async function play(person, turn, touch) {
  const steps = turn.split(",");
  for (const [at, step] of steps.entries()) {
    await enter(person, step, touch);
    if (at < steps.length - 1) await person.reads("staged", new RegExp(`Staged: ${steps.slice(0, at + 1).join(", ")}`));
  }
  const whole = steps.length > 1 && !turn.endsWith("end");
  if (whole) await person.press("Send turn");
}

/** @param {Person} person */
const verdict = (person) => person.page.locator("#lessons .shown .said");

/** @type {(person: Person, touch: (square: string) => Promise<void>, misses: boolean) => Promise<void>} */
async function learn(person, touch, misses) {
  await person.open("/learn/bushwhacked");
  for (const [n, [wrong, right]] of LESSONS.entries()) {
    await person.reads("progress", new RegExp(`^${n + 1} of 6`));
    if (misses) {
      await play(person, wrong, touch);
      await until(async () => assert.match(await verdict(person).innerText(), /^Try again\./));
      await person.page.locator("#composer:not([hidden])").waitFor();
    }
    await play(person, right, touch);
    await until(async () => assert.match(await verdict(person).innerText(), /^Well done\./));
    await person.picture(`lesson-${n + 1}`);
    if (n < LESSONS.length - 1) await person.press("Next");
  }
}

/** Walks over the board by arrow keys. @type {(person: Person, square: string) => Promise<void>} */
async function walk(person, square) {
  const { page } = person;
  const here = () => page.evaluate(() => document.activeElement?.getAttribute("data-name") ?? "");
  if ((await here()) === "") await page.locator('#lesson-board [tabindex="0"]').focus();
  for (let at = await here(); at !== square; at = await here()) {
    const [right, up] = [square.charCodeAt(0) - at.charCodeAt(0), Number(square.slice(1)) - Number(at.slice(1))];
    await page.keyboard.press(right > 0 ? "ArrowRight" : right < 0 ? "ArrowLeft" : up > 0 ? "ArrowUp" : "ArrowDown");
  }
  await page.keyboard.press("Enter");
}

test("a first game", (t) =>
  inHouse(t, "learn", async (house) => {
    const ann = await house.person("Ann", DARK);
    const ben = await house.person("Ben", PHONE);
    const cem = await house.person("Cem", STILL);
    await house.scene("the rules, with a figure that plays", async () => {
      await ann.open("/rules/bushwhacked");
      assert.equal(await ann.page.locator(".shots .view .piece").first().isVisible(), true);
      await ann.page.getByRole("button", { name: "Watch it" }).nth(1).click();
      await ann.reads("announcer", "White plays e4, captures Red's play stone on d4.");
      await ann.page.locator(".view.playing").waitFor({ state: "detached" });
      await ann.page.getByRole("link", { name: "Learn in two minutes" }).click();
      await ann.page.waitForURL(/\/learn\/bushwhacked/);
    });
    await house.scene("by mouse, with mistakes", async () => {
      await learn(ann, (square) => ann.page.locator(`#lesson-board [data-name="${square}"]`).click(), true);
      await ann.page.getByRole("link", { name: "Open a table" }).click();
      await ann.page.locator("#name-bushwhacked").waitFor();
    });
    await house.scene("by finger", () =>
      learn(
        ben,
        async (square) => {
          await ben.page.locator(`#lesson-board [data-name="${square}"]`).tap();
          const confirm = ben.page.locator("#buttons [data-confirm]");
          if (await confirm.isVisible()) await confirm.tap();
        },
        true,
      ),
    );
    await house.scene("by keyboard, without movement", () => learn(cem, (square) => walk(cem, square), false));
    await house.scene("shown how", async () => {
      await cem.open("/learn/bushwhacked#3");
      await cem.reads("progress", /^3 of 6/);
      await play(cem, "h8", (square) => walk(cem, square));
      await cem.press("Show me");
      await until(async () => assert.match(await verdict(cem).innerText(), /^Well done\./));
    });
  }));

/** The lessons of a game, each solved by its solution. @type {(person: Person, kind: string) => Promise<void>} */
async function solveAll(person, kind) {
  const { page } = person;
  await person.open(`/learn/${kind}`);
  /** @type {{ solution: string[] }[]} */
  const lessons = await page.locator("#lessons-data").evaluate((data) => JSON.parse(data.textContent ?? ""));
  for (const [n, { solution }] of lessons.entries()) {
    await person.reads("progress", new RegExp(`^${n + 1} of ${lessons.length}`));
    await page.locator("#lesson-board .target, #buttons [data-button]").first().waitFor();
    await page.locator("#typed").fill(solution.join(","));
    await person.press("Enter");
    await until(async () => {
      const send = page.getByRole("button", { name: "Send turn" });
      if (await send.isVisible()) await send.click();
      assert.ok(await verdict(person).isVisible(), `${kind}, lesson ${n + 1}: no verdict`);
      assert.match(await verdict(person).innerText(), /^Well done\./, `${kind}, lesson ${n + 1}`);
    });
    await person.picture(`${kind}-${n + 1}`);
    if (n < lessons.length - 1) await person.press("Next");
  }
}

test("the lessons of every game are solved on its page, and lead to its table", (t) =>
  inHouse(t, "lessons", async (house) => {
    const dee = await house.person("Dee", STILL);
    for (const kind of kinds()) {
      await house.scene(kind, async () => {
        await solveAll(dee, kind);
        await dee.page.getByRole("link", { name: "Open a table" }).click();
        await dee.page.locator(`#name-${kind}`).waitFor();
      });
    }
  }));
