// A game in a frame on another site: it is seen and replayed there, and nothing else of Thicket can be framed.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { openTable, playTurns } from "./harness/quick-table.js";
import { Record } from "./harness/record.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Tags } from "./harness/rules.js" */

/** A site with this page. @type {(body: () => string) => Promise<{ url: string, close: () => void }>} */
async function site(body) {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><meta name="viewport" content="width=device-width"><title>A club</title><h1>Our games</h1>${body()}`);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(null)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://localhost:${address.port}/`, close: () => server.close() };
}

test("a game is replayed in a frame on another site, and a table is not shown there", (t) =>
  inScenario(t, "embed", async (scenario) => {
    const players = [await scenario.player("Ann", LAPTOP), await scenario.player("Ben", LAPTOP)];
    const [ann] = players;
    const { turns, tags } = Record.fixture("bushka/white-wins");
    const game = /** @type {Tags} */ (/** @type {unknown} */ (tags));
    const path = await openTable(players, game, ["Ann", "Ben"]);
    await playTurns(players, game, path, scenario.server.url, turns);
    await ann.open(path);
    await ann.page.getByText("Show the game on another site").click();
    await ann.screenshot("the record");
    const snippet = await ann.page.getByLabel("Copy this into the HTML of a page").inputValue();
    let body = snippet;
    const club = await site(() => body);
    try {
      for (const [name, device] of /** @type {const} */ ([
        ["Cem", LAPTOP],
        ["Dee", PHONE],
      ])) {
        const reader = await scenario.player(name, device);
        // The harness prepares each document, also one that may store nothing.
        reader.monitor.allow(/localStorage/);
        await scenario.step(`${name} replays it`, () => replays(reader, club.url, turns.length));
      }
      await scenario.step("a table is not framed", async () => {
        body = snippet.replace("/embed/", "/g/");
        const eve = await scenario.player("Eve");
        eve.monitor.allow(/localStorage|frame/i);
        await eve.page.goto(club.url);
        const frame = eve.page.frames()[1];
        await until(async () => assert.equal(await frame.locator("#board").count(), 0));
        assert.match(frame.url(), /^chrome-error:/);
      });
    } finally {
      club.close();
    }
  }));

/** @type {(reader: Player, url: string, turns: number) => Promise<void>} */
async function replays(reader, url, turns) {
  await reader.page.goto(url);
  const frame = reader.page.frameLocator("iframe");
  const where = frame.locator("#where");
  await until(async () => assert.equal(await where.innerText(), `${turns} / ${turns}`));
  await reader.screenshot("the last position");
  await frame.getByRole("button", { name: "To the start" }).click();
  assert.equal(await where.innerText(), `0 / ${turns}`);
  await frame.getByRole("button", { name: "Next turn" }).click();
  assert.equal(await where.innerText(), `1 / ${turns}`);
  await frame.getByText("See the game on Thicket").waitFor();
  await reader.screenshot("the first turn");
}
