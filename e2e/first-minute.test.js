// The first minute on a phone: opening a table, inviting, joining, and the moment before the game starts. What must be in sight
// is measured from boxes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { FIRST_CHAIR_STARTS } from "./harness/match.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const SMALL = PHONE;
const LARGE = { ...PHONE, viewport: { width: 390, height: 844 } };

/** @typedef {{ name: string, left: number, top: number, right: number, bottom: number }} Box */

/** The boxes of elements, each of which must be visible. @type {(player: Player, selectors: string[]) => Promise<Box[]>} */
async function boxes({ page }, selectors) {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
  return Promise.all(
    selectors.map(async (name) => {
      const box = await page.locator(name).boundingBox();
      assert.ok(box, `${name} is not visible`);
      return { name, left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
    }),
  );
}

/** Elements are whole on the first screen, and none lies over another, once the page is at rest. @type {(player: Player, selectors: string[]) => Promise<void>} */
const inSight = (player, selectors) => until(() => lieInSight(player, selectors));

/** @type {(player: Player, selectors: string[]) => Promise<void>} */
async function lieInSight(player, selectors) {
  const { width, height } = player.page.viewportSize() ?? { width: 0, height: 0 };
  const found = await boxes(player, selectors);
  for (const { name, left, top, right, bottom } of found) {
    const where = `${name} from ${left}, ${top} to ${right}, ${bottom} on ${width} × ${height}`;
    assert.ok(left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5, `out of sight: ${where}`);
  }
  for (const [at, a] of found.entries()) {
    for (const b of found.slice(at + 1)) {
      const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
      assert.ok(apart, `${a.name} and ${b.name} overlap`);
    }
  }
  assert.ok(await player.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is too wide");
}

/** No text of these elements is cut off. @type {(player: Player, selectors: string[]) => Promise<void>} */
async function unclipped({ page }, selectors) {
  for (const name of selectors) {
    const clipped = await page
      .locator(name)
      .evaluate((element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    assert.ok(!clipped, `${name} is clipped`);
  }
}

for (const [size, screen] of Object.entries({ small: SMALL, large: LARGE })) {
  test(`on a ${size} phone a table is opened, its link sent, and joined with one tap`, (t) =>
    inScenario(t, `first-minute-${size}`, async (scenario) => {
      const ann = await scenario.player("Ann", screen);
      // The share sheet belongs to the device.
      await ann.page.addInitScript(() => Object.defineProperty(navigator, "share", { value: async () => {} }));
      await ann.open("/");
      await inSight(ann, [".brand", 'header a[href="/ratings"]', 'header a[href="/players"]', "h1", ".kind > label:has(:checked) b", ".go button"]);
      const height = await ann.page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(height < 1600, `the home page is ${height} px high`);
      await ann.screenshot("home");
      const link = await ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS });
      await ann.page.locator("#share img").evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
      await inSight(ann, ["header", "#head", "#board", "#link", "#share img", "#share button >> nth=0", "#share button >> nth=1"]);
      await ann.screenshot("host");
      assert.equal(await ann.page.getByRole("button", { name: "Continue on another device" }).isVisible(), false);
      await ann.touch(ann.page.getByText("More", { exact: true }));
      await ann.page.getByRole("button", { name: "Continue on another device" }).waitFor();

      const ben = await scenario.player("Ben", screen);
      await ben.open(link);
      await ben.reads("invitation", "Ann invites you to Bushwhacked");
      await ben.reads("offered", "You will play Red.");
      await inSight(ben, ["header", "#head", "#board", "#invitation", "#offered", "#name", "#name-form button"]);
      await unclipped(ben, ["#invitation", "#offered", "#name-form button", "#status"]);
      assert.equal(await ben.page.locator("#waiting button:visible").count(), 1, "there is one thing to do");
      await ben.screenshot("friend");
      const name = await ben.page.getByLabel("Your name").inputValue();
      await ben.touch(ben.page.getByLabel("Your name"));
      await until(async () => assert.equal(await ben.page.evaluate(() => String(getSelection())), name, "the name is selected"));
      await ben.press(`Join as ${name}`);
      for (const player of [ann, ben]) await player.phase("playing");
      await inSight(ben, ["header", "#head", "#board"]);
    }));
}

test("a friend picks one of several seats, and is told the colours", (t) =>
  inScenario(t, "first-minute-seats", async (scenario) => {
    const ann = await scenario.player("Ann");
    const link = await ann.openTable({ players: "4" });
    const ben = await scenario.player("Ben", SMALL);
    await ben.open(link);
    await ben.reads("offered", "You will play White, Red, Blue or Yellow, drawn by lot.");
    await inSight(ben, ["header", "#head", "#board", "#invitation", "#offered", "#name", "#name-form button"]);
    await ben.screenshot("friend");
    await ben.sit(3);
    await ben.reads("status", "Waiting for 2 more players.");
    await until(async () => assert.match(await ann.page.locator(".chair").nth(2).innerText(), /Ben/));
  }));

/** Long enough to be cancelled by hand on a busy machine (seconds). */
const COUNTDOWN = 6;

test("anybody at the table cancels the start, and anybody lets it go on", (t) =>
  inScenario(
    t,
    "first-minute-cancel",
    async (scenario) => {
      const ann = await scenario.player("Ann", LARGE);
      const link = await ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS });
      const [ben, cleo] = [await scenario.player("Ben", SMALL), await scenario.player("Cleo")];
      await Promise.all([ben.open(link), cleo.open(link)]);
      await ben.sit(2);
      for (const player of [ann, ben, cleo]) await player.reads("countdown", /^Starting(…| in \d…)$/);
      assert.equal(await cleo.page.getByRole("button", { name: "Cancel", exact: true }).isVisible(), false, "who only watches cancels nothing");
      await inSight(ben, ["header", "#head", "#board", "#starting", "#chairs"]);
      await ben.screenshot("starting");
      await ben.press("Cancel");
      for (const player of [ann, ben, cleo]) await player.reads("countdown", "Ben stopped the start.");
      await sleep((COUNTDOWN + 0.5) * 1_000);
      await ann.reads("status", "All players are here.");
      await cleo.page.reload();
      await cleo.reads("countdown", "Ben stopped the start.");
      await ann.screenshot("cancelled");
      await ann.press("Start the game");
      for (const player of [ann, ben]) await player.phase("playing");
    },
    { countdown: `${COUNTDOWN}s` },
  ));

test("the board does not slide when the game begins", (t) =>
  inScenario(t, "in-place", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann", LARGE), await scenario.player("Ben", SMALL)];
    const link = await ann.openTable({ players: "2" });
    await ben.open(link);
    const seen = Promise.all([ann, ben].map(({ page }) => page.evaluate(slides)));
    await ben.join();
    assert.deepEqual(await seen, [[], []]);
  }));

/** Runs in the page: what moves the board or anything around it in the first frames of the game. @returns {Promise<string[]>} */
function slides() {
  return new Promise((resolve) => {
    /** @type {Set<string>} */
    const found = new Set();
    let frames = 0;
    const look = () => {
      const cell = document.querySelector("#board [data-name=e5]");
      for (const { effect } of document.body.dataset.phase === "playing" ? document.getAnimations() : []) {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        if (effect instanceof KeyframeEffect && cell && target?.contains(cell)) found.add(`${target.id}: ${JSON.stringify(effect.getKeyframes())}`);
      }
      if (document.body.dataset.phase === "playing") frames += 1;
      if (frames === 40) resolve([...found]);
      else requestAnimationFrame(() => setTimeout(look));
    };
    look();
  });
}

test("what the game needs is asked for again if it could not be loaded when the game began", (t) =>
  inScenario(t, "loaded-again", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann"), await scenario.player("Ben")];
    ben.monitor.allow(/net::ERR_|Failed to load/);
    let [reachable, refused] = [false, 0];
    await ben.page.route(/\/playing\.(js|css)/, (route) => {
      if (reachable) return route.continue();
      refused += 1;
      return route.abort();
    });
    const link = await ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS });
    await ben.open(link);
    await ben.sit(2);
    await ann.play("e5");
    await ben.reads("notice", "Thicket cannot be reached at the moment. Please try again.");
    reachable = true;
    await ben.play("e6");
    await ben.reads("notice", "");
    await ann.sees(2);
    assert.ok(refused >= 2);
  }));
