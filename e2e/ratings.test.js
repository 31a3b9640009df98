// A rated game between two accounts: opened, refused to a guest, played, and shown in the record, in lists and on profiles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp } from "./harness/account.js";
import { layoutProblems } from "./harness/boxes.js";
import { FIRST_CHAIR_STARTS, Match } from "./harness/match.js";
import { DARK, inScenario, PHONE } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */

/** Looks at a page and at how it is laid out. @type {(player: Player, path: string, picture: string) => Promise<void>} */
async function look(player, path, picture) {
  await player.open(path);
  await player.screenshot(picture);
  assert.deepEqual(await layoutProblems(player.page), [], picture);
}

test("two accounts play a rated game", (t) =>
  inScenario(t, "ratings", async (scenario) => {
    const [ann, ben, gus] = [await scenario.player("Ann"), await scenario.player("Ben", PHONE), await scenario.player("Gus", DARK)];
    const link = await scenario.step("Ann opens a rated table", async () => {
      await signUp(ann, "Ann");
      await signUp(ben, "Ben");
      return ann.openTable({ players: "2", clock: "10+10", rating: "Rated", starter: FIRST_CHAIR_STARTS, who: "Public: listed here and in Records" });
    });
    await scenario.step("a guest is told why there is no seat for them", async () => {
      await gus.open(link);
      await gus.page.getByText("This game is rated, so its seats are for accounts.").waitFor();
      assert.equal(await gus.page.locator("#name-form").isVisible(), false);
      await gus.page.getByText("is hidden from everybody else until the game is over.").waitFor();
      await gus.screenshot("guest");
    });
    const match = await scenario.step("Ben sits down, and the game begins", async () => {
      await ben.open(link);
      await ben.sit(2);
      const match = new Match(scenario, { Game: "bushwhacked", Seats: "2", Variant: "" }, [ann, ben], link);
      await match.hasBegun();
      return match;
    });
    await scenario.step("the result says how the ratings changed", async () => {
      await match.play("e5", "e6", "f5");
      await ben.resign();
      for (const player of [ann, ben, gus]) {
        await player.page.locator("#result .change").first().waitFor();
        assert.match(await player.page.locator("#result tbody").innerText(), /Ann[^]*1500 → 1[56]\d\d[^]*Ben[^]*1500 → 1[34]\d\d/);
        await player.screenshot(`result-${player.name}`);
      }
      // It is in the record as well, without scripts.
      assert.match(await gus.fetch(new URL(link).pathname), /1500 → 1[56]\d\d/);
    });
    await scenario.step("lists, profiles and statistics", async () => {
      for (const [player, at] of /** @type {[Player, string][]} */ ([
        [ann, "laptop"],
        [ben, "phone"],
        [gus, "dark"],
      ])) {
        await look(player, "/records", `records-${at}`);
        await look(player, "/@Ann", `profile-${at}`);
        await look(player, "/statistics/bushwhacked", `statistics-${at}`);
        await look(player, "/ratings", `ratings-${at}`);
        await look(player, "/ratings/bushwhacked", `leaderboard-${at}`);
      }
      await ann.open("/records");
      await ann.touch(ann.page.locator(".records .people").getByRole("link", { name: "Ben" }));
      await ann.page.getByRole("heading", { name: "Ben", exact: true }).waitFor();
      await ann.touch(ann.page.locator(".records .title").first());
      await ann.page.waitForURL(/\/g\//);
    });
  }));
