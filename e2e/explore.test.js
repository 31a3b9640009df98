// A game that is over: its page leads on to other turns, which are tried on the board and stand in the address.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutProblems } from "./harness/boxes.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { Record } from "./harness/record.js";
import { DARK, inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const TWO = { Game: "bushwhacked", Seats: "2" };

/** What the list of turns that were tried says, line by line. @param {Player} player */
const lines = ({ page }) =>
  page
    .locator("#lines li")
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.replace(/\s+/g, " ").trim()));

/** Waits until the address of the page ends like this. @type {(player: Player, query: string) => Promise<void>} */
const isAt = ({ page }, query) => until(async () => assert.equal(new URL(page.url()).search, query));

test("other turns are tried from a position of a game that is over", (t) =>
  inScenario(
    t,
    "explore",
    async (scenario) => {
      const ann = await scenario.player("Ann", { ...LAPTOP, reducedMotion: "reduce" });
      const ben = await scenario.player("Ben", PHONE);
      const cem = await scenario.player("Cem", { ...DARK, reducedMotion: "reduce" });
      const { turns } = Record.fixture("bushwhacked/two-friends");
      const path = await openTable([ann, ben], TWO, ["Ann", "Ben"], true);
      await playTurns([ann, ben], TWO, path, scenario.server.url, [...turns.slice(0, 12), "drop:1"]);
      await scenario.step("the page of the record leads there", async () => {
        await ann.open(`${path}?turn=2`);
        await ann.reads("where", /^2 \/ 13$/);
        await ann.screenshot("record");
        await ann.press("Copy link to this turn");
        await ann.page.getByText("Copied.").waitFor();
        await ann.touch(ann.page.getByRole("link", { name: "Try other turns" }));
        await ann.page.waitForURL(/\/explore\?at=2/);
      });
      await scenario.step("turns are tried, and others in their place", async () => {
        const [third, fourth] = turns.slice(2, 4);
        for (const turn of [third, fourth]) await attempt(ann, turn);
        await ann.page.keyboard.press("Home");
        await ann.reads("where", "Start");
        await attempt(ann, "pass");
        assert.deepEqual(await lines(ann), [`3. ${third}`, "3. pass", `4. ${fourth}`]);
        await isAt(ann, `?at=2&moves=${third}+(pass)+${fourth}&shown=2`);
        await ann.screenshot("explored");
      });
      await scenario.step("the best turn can be asked for, since the game is over", async () => {
        await ann.press("Best turn");
        const words = ann.page.locator("#best p");
        await until(async () => assert.match(await words.innerText(), /^Try .+: .+\.$/));
        const drawn = await ann.page.locator("#lesson-board .under.suggested").count();
        assert.equal(drawn === 0, (await words.innerText()).startsWith("Try a pass"), "it is on the board");
      });
      await scenario.step("whoever has the link sees the same", async () => {
        const { pathname, search } = new URL(ann.page.url());
        for (const player of [ben, cem]) {
          await player.open(pathname + search);
          await player.page.locator("body.alive").waitFor();
          await player.reads("where", "Turn 3");
          assert.deepEqual(await lines(player), await lines(ann));
          assert.deepEqual(await layoutProblems(player.page), []);
          await player.screenshot("linked");
        }
      });
      await scenario.step("by touch, a turn is tried and removed, and there is a way back", async () => {
        await attempt(ben, "pass");
        await ben.reads("where", "Turn 4");
        await ben.screenshot("tried by touch");
        await ben.press("Remove this turn");
        await ben.reads("where", "Turn 3");
        await ben.touch(ben.page.getByRole("link", { name: "Back to the game" }));
        await ben.reads("where", /^2 \/ 13$/);
        ben.allowDisconnects();
      });
      await scenario.step("the game goes on at a new table, where others sit down", async () => {
        ann.allowDisconnects();
        await ann.open(`${path}?turn=2`);
        await ann.touch(ann.page.getByRole("link", { name: "Continue as a new table" }));
        await ann.page.getByText("from the position after turn 2").waitFor();
        assert.deepEqual(await layoutProblems(ann.page), []);
        await ann.screenshot("continue");
        await ann.press("Open the table");
        await ann.page.waitForURL(/\/g\/[0-9a-z]{12}$/);
        await ann.page.locator("#waiting").getByText("This game continues another game from turn 2").waitFor();
        await ben.open(new URL(ann.page.url()).pathname);
        await ben.sit(2, "Ben");
        await ann.phase("playing");
        await ann.sees(2);
        await ann.play(turns[2]);
        await ben.sees(3);
        await ben.screenshot("continued");
      });
    },
    { botThink: "100ms" },
  ));

/** Tries a turn, until it is in the list. @type {(player: Player, turn: string) => Promise<void>} */
async function attempt(player, turn) {
  const { page } = player;
  const before = await page.locator("#where").innerText();
  const steps = turn.split(",");
  for (const [at, step] of steps.entries()) {
    await player.enter(step);
    if (at < steps.length - 1) await player.hasStaged(steps.slice(0, at + 1));
  }
  const send = page.locator("#buttons [data-send]");
  await until(async () => {
    if (await send.isVisible()) await player.touch(send);
    assert.notEqual(await page.locator("#where").innerText(), before);
  });
}
