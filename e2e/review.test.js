// Hints in a game against bots, and the review of a game of four, on a phone and on a desktop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** Waits until it is the player's turn. Returns its number in the list of turns. @param {Player} player */
const ownTurn = ({ page }) =>
  until(async () => {
    const count = await page.evaluate(() => (document.querySelector(".player.own.moving") ? document.querySelectorAll("#turn-list li").length : -1));
    assert.ok(count >= 0, "the bots are playing");
    return count + 1;
  });

/** Waits until there is a hint, and it is drawn on the board, or marked at its button if it is a pass. @param {Player} player */
async function hinted({ page }) {
  const words = page.locator("#best-turn p");
  await until(async () => assert.match(await words.innerText(), /^Try .+: .+\.$/));
  const drawn = await page.locator("#board .under.suggested, #board .arrow").count();
  const passes = (await words.innerText()).startsWith("Try a pass");
  assert.equal(drawn === 0, passes, "the hint is on the board");
  assert.equal(await page.locator('.hinted-pass #buttons [data-button="pass"]').count(), Number(passes), "and a pass at its button");
}

for (const [device, screen] of Object.entries({ phone: PHONE, desktop: LAPTOP })) {
  test(`hints in a game against bots, on a ${device}`, (t) =>
    inScenario(
      t,
      `hints-${device}`,
      async (scenario) => {
        const ann = await scenario.player("Ann", { ...screen, reducedMotion: "reduce" });
        const hint = ann.page.locator("#best-turn");
        await scenario.step("a hint when it is asked for", async () => {
          await ann.playBots();
          await ann.phase("playing");
          // No more than two passes can be saved: then the best turn is one on the board.
          for (let passes = 0; passes < 2; passes += 1) {
            await ownTurn(ann);
            await ann.play("pass");
          }
          const n = await ownTurn(ann);
          await ann.touch(hint.getByRole("button", { name: "Hint" }));
          await hinted(ann);
          await ann.screenshot("hint");
          await ann.playAny(n);
        });
        await scenario.step("it is gone with the turn", async () => {
          const n = await ownTurn(ann);
          assert.equal(await hint.locator("p").innerText(), "");
          assert.equal(await ann.page.locator("#board .under.suggested").count(), 0);
          await ann.touch(hint.getByLabel("At every turn"));
          await hinted(ann);
          await ann.playAny(n);
        });
        await scenario.step("at every turn", async () => {
          await ownTurn(ann);
          await hinted(ann);
        });
      },
      { botThink: "100ms" },
    ));

  test(`the review of a game of four, on a ${device}`, (t) =>
    inScenario(
      t,
      `review-${device}`,
      async (scenario) => {
        const ann = await scenario.player("Ann", { ...screen, reducedMotion: "reduce" });
        const review = ann.page.locator("#review");
        await scenario.step("a game of bots", async () => {
          await ann.openTable({ players: "4" });
          await ann.press("Add a bot…");
          await ann.touch(ann.page.getByRole("radio", { name: /^1,/ }));
          await ann.press("Fill all 3 seats");
          await ann.phase("playing");
          assert.equal(await review.isVisible(), false);
          await ann.press("Let a bot play on…");
          await ann.press("Offer");
          await ann.page.waitForFunction(() => document.body.dataset.phase === "over", null, { timeout: 300_000 });
        });
        const ribbon = ann.page.locator("#review-ribbon");
        const verdict = ann.page.locator("#verdict");
        const shownPly = async () => Number(/^(\d+) /.exec(await ann.page.locator("#where").innerText())?.[1]);
        await scenario.step("cancelled, and asked for again", async () => {
          // The board makes room for what was asked for, however long after the tap its script is there.
          ann.monitor.countsShifts = false;
          await ann.press("Review this game");
          await ann.page.locator("body.reviewed").waitFor();
          await ann.monitor.hasReported(ann.page);
          ann.monitor.countsShifts = true;
          const cancel = review.getByRole("button", { name: "Cancel" });
          await ann.touch(cancel);
          assert.equal(await cancel.isVisible(), false);
          await ann.press("Review this game");
          await ribbon.locator("svg.ribbon").waitFor({ timeout: 300_000 });
          assert.equal(await ribbon.locator("path.band").count(), 4);
          await cancel.waitFor({ state: "hidden", timeout: 300_000 });
        });
        await scenario.step("the ribbon is as wide as the board, and leads to a position by a touch and by keys", async () => {
          const [strip, board] = [await ribbon.boundingBox(), await ann.page.locator("#board").boundingBox()];
          assert.ok(strip && board && Math.abs(strip.width - board.width) < 2 && strip.y >= board.y + board.height - 1);
          await ann.touch(ribbon);
          const middle = await until(async () => {
            const ply = await shownPly();
            assert.ok(ply > 0);
            return ply;
          });
          await ribbon.press("ArrowUp");
          await until(async () => assert.equal(await shownPly(), middle + 1));
          await ribbon.press("ArrowLeft");
          await until(async () => assert.equal(await shownPly(), middle));
          assert.equal(await ribbon.getAttribute("aria-valuenow"), String(middle));
          assert.match((await ribbon.getAttribute("aria-valuetext")) ?? "", new RegExp(`^After turn ${middle}: .+%`));
          const chances = await review.locator(".chances b").allInnerTexts();
          const sum = chances.reduce((sum, chance) => sum + parseInt(chance, 10), 0);
          assert.ok(Math.abs(sum - 100) <= 2, "chances are 100 together");
          assert.equal(await review.locator(".chances .place").count(), 4);
        });
        await scenario.step("the ribbon can be dragged", async () => {
          const strip = await ribbon.boundingBox();
          assert.ok(strip);
          const x = (/** @type {number} */ part) => strip.x + strip.width * part;
          const y = strip.y + strip.height * 0.7;
          await ann.page.mouse.move(x(0.25), y);
          await ann.page.mouse.down();
          const from = await until(async () => {
            const ply = await shownPly();
            assert.ok(ply > 0);
            return ply;
          });
          await ann.page.mouse.move(x(0.75), y, { steps: 5 });
          await until(async () => assert.ok((await shownPly()) > from, "it follows the pointer"));
          for (const beside of [-40, strip.height + 40]) await ann.page.mouse.move(x(0.75), strip.y + beside, { steps: 5 });
          assert.equal(await ann.page.evaluate(() => String(getSelection())), "", "no text is marked");
          await ann.page.mouse.up();
          const at = await shownPly();
          await ann.page.mouse.move(x(0.5), y);
          assert.equal(await shownPly(), at, "a pointer that is not pressed drags nothing");
        });
        await scenario.step("a turning point shows the position before the turn, both turns, and the verdict at the board", async () => {
          const point = review.locator(".points a").first();
          // In a game of bots it may be that no turn cost much.
          if ((await point.count()) === 0) return void (await review.getByText("No single turn cost much.").waitFor());
          const words = await point.innerText();
          assert.match(words, /^Turn \d+, .+: .+\. .+ → \d+%\..* Better: .+\.$/s);
          const ply = Number(/^Turn (\d+)/.exec(words)?.[1]) - 1;
          await ann.touch(point);
          await ann.reads("where", new RegExp(`^${ply} / `));
          // What would follow is known only where the game would go on.
          await until(async () => assert.match(await verdict.innerText(), new RegExp(`Turn ${ply + 1}, .+Better: .+`, "s")));
          // A pass changes nothing that could be drawn.
          const drawn = async (/** @type {string} */ marks) => (await ann.page.locator(marks).count()) > 0;
          assert.ok(/Better: a pass\b/.test(words) || (await drawn("#board .under.suggested, #board .arrow")), `the better turn is on the board: ${words}`);
          assert.ok(/: passes\b/.test(words) || (await drawn("#board .was-played, #board .under.was-played")), `and so is the one that was played: ${words}`);
          const [at, under] = [await verdict.boundingBox(), await ribbon.boundingBox()];
          const height = ann.page.viewportSize()?.height ?? 0;
          assert.ok(at && under && at.y < height - 40 && at.y - under.y < 200, "it stands at the board");
          await ann.screenshot("turning-point");
          assert.equal(await verdict.getByRole("link", { name: "Try it" }).count(), 1);
        });
        await scenario.step("the end is its result", async () => {
          await ann.page.keyboard.press("End");
          await review.getByRole("heading", { name: "The result", exact: true }).waitFor();
          const chances = await review.locator(".chances b").allInnerTexts();
          // Bots may share the first place.
          const shares = ["100%", "50%", "33%", "25%"];
          assert.ok(
            shares.some((share) => chances.includes(share)),
            chances.join(),
          );
        });
        await scenario.step("all numbers, in a table", async () => {
          await ann.touch(review.locator("summary"));
          const rows = await review.locator(".numbers tbody tr").count();
          assert.equal(rows, (await ann.page.locator("#turn-list li").count()) + 1);
        });
        await scenario.step("it is there at once the second time", async () => {
          // The page may be gone before its socket is open.
          ann.allowDisconnects();
          // Room is made once more for what was asked for.
          ann.monitor.countsShifts = false;
          for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
            await ann.page.emulateMedia({ colorScheme });
            await ann.page.reload();
            await ann.press("Review this game");
            await review.locator(".points li").first().waitFor();
            await review.scrollIntoViewIfNeeded();
            await ann.screenshot(`review-${colorScheme}`);
            await review.locator(".points").scrollIntoViewIfNeeded();
            await ann.screenshot(`points-${colorScheme}`);
          }
        });
      },
      { botPace: "5ms", botThink: "5ms" },
    ));
}
