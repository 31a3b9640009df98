// Players who go away in the middle of a game: the others nudge them, hand their seat over, or go on without them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutProblems } from "./harness/boxes.js";
import { Match } from "./harness/match.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */

/** Takes a picture, and looks for what overlaps or is clipped. @type {(player: Player, name: string) => Promise<void>} */
async function look(player, name) {
  await player.screenshot(name);
  assert.deepEqual(await layoutProblems(player.page), [], name);
}

/** Closes the page of a table as closing a tab does. @param {Player} player */
const leave = ({ page }) => page.goto("about:blank");

test("whoever is away is nudged, hands a seat over to a watcher, and is gone on without", (t) =>
  inScenario(
    t,
    "away",
    async (scenario) => {
      const ann = await scenario.player("Ann");
      const [ben, cem] = [await scenario.player("Ben", LAPTOP), await scenario.player("Cem", PHONE)];
      const wes = await scenario.player("Wes", { ...PHONE, viewport: { width: 390, height: 844 } });
      const match = await Match.start(scenario, [ann, ben, cem]);

      await scenario.step("the player to move is nudged", async () => {
        await leave(ann);
        await ben.page.locator("#away").getByText("Ann has been away for less than a minute.").waitFor();
        await ben.press("Nudge");
        for (const player of [ben, cem]) await player.page.getByRole("button", { name: "Nudged" }).waitFor();
        await look(cem, "nudged");
        await ann.open("/my");
        await ann.page.getByText("your turn, and the others are waiting").waitFor();
        await look(ann, "my");
      });

      await scenario.step("somebody who watches gets the seat once all others agree", async () => {
        await wes.open("/my");
        await wes.page.request.post("/guest", { data: { name: "Ben" }, headers: { origin: new URL(wes.page.url()).origin } });
        await wes.open(match.link);
        await wes.press("Ask for the seat of Ann");
        // Names at a table never look alike.
        await wes.page.locator("#seat-name-dialog[open]").waitFor();
        await wes.reads("seat-name-problem", "Another player at this table has that name. Please choose a different one.");
        await look(wes, "name-taken");
        await wes.page.locator("#seat-name").fill("Wes");
        await wes.page.keyboard.press("Enter");
        await wes.page.locator("#offers").getByText("You asked for the seat of Ann.").waitFor();
        await look(wes, "asked");
        for (const player of [ben, cem]) {
          await player.page.locator("#offers").getByText("Wes asks for the seat of Ann, who is away.").waitFor();
          await look(player, `asked-${player.name}`);
          await player.press("Give them the seat");
        }
        await wes.page.locator("#status", { hasText: "Your turn" }).waitFor();
        await wes.play("e5");
        await ann.open(match.link);
        await ann.page.locator("#watchers").getByText("1 watching").waitFor();
        await ann.page.locator("#turn-list .text", { hasText: "e5" }).waitFor();
      });

      await scenario.step("the others go on without a player, and play on", async () => {
        await leave(ben);
        await cem.press("Go on without Ben");
        await wes.page.locator("#offers").getByText("offers to go on without").waitFor();
        await look(wes, "go-on");
        await wes.press("Go on without them");
        for (const player of [wes, cem]) await player.page.locator("#turn-list .text", { hasText: "away for too long" }).waitFor();
        await cem.page.locator("#status", { hasText: "Your turn" }).waitFor();
        await cem.play("k10");
        await look(wes, "went-on");
        await wes.page.locator("#status", { hasText: "Your turn" }).waitFor();
      });
    },
    { awayNudge: "1s", away: "1s" },
  ));
