// A mistake in a public game becomes a position of the day: its best turn is missed, found and shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, FEWER_LOOKS } from "./harness/axe.js";
import { layoutProblems } from "./harness/boxes.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { DARK, inScenario, PHONE, STILL } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** How long the searches for a position may take on a busy machine (milliseconds). */
const THINKING = 180_000;
const TAGS = { Game: "antipode", Seats: "2" };
/** Blue is to move after these. One turn is far better than all others, however far a search sees, and Blue misses it. */
const TURNS = "h8,a1-h8 f9,i9-f9 b2,h8-b2 b1,f9-i9 c1,b2-a1 c2,i9-b2";
const [BEST, PLAYED] = ["a2,a1-a2", "f2,a1-e1"];

test("the turn is found, and shown to whoever asks", (t) =>
  inScenario(
    t,
    "practice",
    async (scenario) => {
      const ann = await scenario.player("Ann", STILL);
      const ben = await scenario.player("Ben", PHONE);
      const cem = await scenario.player("Cem", { ...DARK, reducedMotion: "reduce" });
      const path = await openTable([ann, ben], TAGS, ["Ann", "Ben"], true);
      await playTurns([ann, ben], TAGS, path, scenario.server.url, [...TURNS.split(" "), PLAYED, "drop:1"]);
      await scenario.step("a game that is over leads to a position", async () => {
        await until(async () => {
          await ann.open("/practice");
          assert.ok((await ann.page.locator(".of-today a").count()) > 0, "there is none yet");
        }, THINKING);
        await ann.page.locator(".of-today").getByText("Blue to move. Find the best turn.").waitFor();
        await check(ann, "/practice", FEWER_LOOKS);
        await ann.screenshot("list");
        await ann.touch(ann.page.locator(".of-today a"));
        await ann.page.locator("body.alive").waitFor();
      });
      const { pathname } = new URL(ann.page.url());
      await scenario.step("another turn is tried first, and then the best one", async () => {
        await attempt(ann, PLAYED, /^Not this one/);
        await ann.page.locator("#composer:not([hidden])").waitFor();
        await attempt(ann, BEST, /^Yes, that is the turn\. The best turn: a2/);
        await check(ann, "a turn that is found", FEWER_LOOKS);
        await ann.screenshot("found");
        await ann.touch(ann.page.getByRole("link", { name: "The game", exact: true }));
        await ann.reads("where", "6 / 8");
        ann.allowDisconnects();
      });
      await scenario.step("on a phone the answer is asked for", async () => {
        await ben.open("/practice");
        assert.deepEqual(await layoutProblems(ben.page), []);
        await ben.touch(ben.page.locator(".of-today a"));
        await ben.page.locator("body.alive").waitFor();
        assert.deepEqual(await layoutProblems(ben.page), []);
        await ben.screenshot("to find");
        await ben.press("Show the answer");
        await ben.reads("verdict", /^The best turn: a2.*Then .+\.$/);
        assert.ok((await ben.page.locator("#lesson-board .under.suggested").count()) > 0, "it is on the board");
        assert.deepEqual(await layoutProblems(ben.page), []);
        await ben.screenshot("answer");
      });
      await scenario.step("a link to the answer shows it", async () => {
        await cem.open(`${pathname}?answer=1`);
        await cem.reads("verdict", /^The best turn: a2/);
        await check(cem, "the answer", FEWER_LOOKS);
        await cem.screenshot("linked");
      });
    },
    { practice: "500ms" },
  ));

/** Tries a turn, until it is judged. @type {(player: Player, turn: string, verdict: RegExp) => Promise<void>} */
async function attempt(player, turn, verdict) {
  const steps = turn.split(",");
  await player.stage(steps.slice(0, -1));
  await player.enter(steps[steps.length - 1]);
  const send = player.page.locator("#buttons [data-send]");
  await until(async () => {
    if (await send.isVisible()) await player.touch(send);
    const said = await player.page.locator("#verdict").innerText();
    assert.match(said.replace(/[\u2068\u2069]/g, ""), verdict);
  });
}
