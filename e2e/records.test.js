// The search of the records, with a script and without one: filters by the form, in the address, and taken away again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { command, openTable } from "./harness/quick-table.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** The games that the list shows: each as its game and its players. @param {Player} player */
const listed = ({ page }) =>
  page.locator(".records > li").evaluateAll((rows) =>
    rows.map((row) => {
      const names = [...row.querySelectorAll("bdi")].map((name) => name.textContent).sort();
      return `${row.querySelector("b")?.textContent}: ${names.join(", ")}`;
    }),
  );

/** Plays a public game that the second player leaves at once. @type {(players: Player[], game: string, names: string[]) => Promise<string>} */
async function finish(players, game, names) {
  const path = await openTable(players, { Game: game, Seats: "2", Variant: game === "bushi" ? "9x9" : "" }, names, true);
  await command(players[1], path, { command: { t: "resign" } });
  return path;
}

test("records are found by their players and their game", (t) =>
  inScenario(t, "records", async (scenario) => {
    const [ann, ben, cleo] = [await scenario.player("Ann"), await scenario.player("Ben"), await scenario.player("Cleo")];
    await finish([ann, ben], "bushwhacked", ["Ann", "Ben"]);
    await finish([ann, cleo], "bushwhacked", ["Ann", "Cleo"]);
    await finish([ann, ben], "bushi", ["Ann", "Ben"]);
    const readers = [
      await scenario.player("Eve", LAPTOP),
      await scenario.player("Fay", PHONE),
      await scenario.player("Gus", { ...LAPTOP, javaScriptEnabled: false }),
    ];
    for (const reader of readers) await scenario.step(`${reader.name} searches`, () => search(reader));
  }));

/** @param {Player} reader */
async function search(reader) {
  const { page } = reader;
  await reader.open("/records");
  assert.equal((await listed(reader)).length, 3);
  await reader.touch(page.locator(".search summary"));
  await page.getByLabel("Player 1").fill("ben");
  await page.getByLabel("Player 2").fill("ANN");
  await reader.touch(page.getByRole("button", { name: "Search" }));
  await page.waitForURL(/player=ben/);
  await until(async () => assert.deepEqual(await listed(reader), ["Bushi 9x9: Ann, Ben", "Bushwhacked: Ann, Ben"]));
  assert.match(await page.locator(".versus").innerText(), /ben and ANN/i, "two names are compared");
  await reader.screenshot("two players");
  await reader.touch(page.locator(".search summary"));
  await page.locator("select[name=game]").selectOption("bushi");
  await reader.touch(page.getByRole("button", { name: "Search" }));
  await page.waitForURL(/game=bushi/);
  await until(async () => assert.deepEqual(await listed(reader), ["Bushi 9x9: Ann, Ben"]));
  // The address alone finds the same.
  await page.reload();
  assert.deepEqual(await listed(reader), ["Bushi 9x9: Ann, Ben"]);
  for (const words of [/ben/, /ANN/]) await reader.touch(page.locator(".chips a").filter({ hasText: words }));
  await until(async () => assert.deepEqual(await listed(reader), ["Bushi 9x9: Ann, Ben"]));
  await reader.touch(page.locator(".chips a").filter({ hasText: /Bushi/ }));
  await until(async () => assert.equal((await listed(reader)).length, 3));
  const [picture] = await page.locator(".records img").evaluateAll((images) => images.map((image) => /** @type {HTMLImageElement} */ (image).naturalWidth));
  assert.ok(picture > 0, "the final board is shown");
  // Whoever was on the second seat has left each game.
  await reader.touch(page.locator(".search summary"));
  await page.getByLabel("Winner").selectOption("Seat 2");
  await reader.touch(page.getByRole("button", { name: "Search" }));
  await page.waitForURL(/winner=2/);
  await page.getByText("No game fits.").waitFor();
  await reader.screenshot("no game");
}
