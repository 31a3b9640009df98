// A record from a file is shown on the board of the page itself, with and without a script.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { importRecord } from "./harness/account.js";
import { layoutProblems } from "./harness/boxes.js";
import { fixture } from "./harness/paths.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

const GAME = fixture("bushwhacked/three-friends.txt");

test("a record that was opened is replayed on the board", (t) =>
  inScenario(t, "import", async (scenario) => {
    const text = await readFile(GAME, "utf8");
    for (const [name, screen] of /** @type {const} */ ([
      ["laptop", LAPTOP],
      ["phone", PHONE],
    ])) {
      const player = await scenario.player(name, screen);
      const { page } = player;
      await scenario.step(`${name}: the form`, async () => {
        await page.goto("/import");
        assert.deepEqual(await layoutProblems(page), []);
        await player.photograph(`${name}-form`);
      });
      await scenario.step(`${name}: a text with a mistake is named, and kept`, async () => {
        player.monitor.allow(/422/);
        await page.getByLabel("Record, as text or JSON").fill(text.replace("2. ", "2. zz,"));
        await page.getByRole("button", { name: "Show the game" }).click();
        assert.match((await page.getByRole("alert").textContent()) ?? "", /^In turn 2 \(zz,/);
        assert.match(await page.getByLabel("Record, as text or JSON").inputValue(), /^\[Game "bushwhacked"\]/);
        await player.photograph(`${name}-problem`);
      });
      await scenario.step(`${name}: the game`, async () => {
        await importRecord(player, GAME);
        await page.locator("body.alive").waitFor();
        const last = await page.locator("#turn-list li").count();
        assert.ok(last > 20, `${last} turns`);
        const pieces = () => page.locator("#board .piece").count();
        const atEnd = await pieces();
        await page.getByRole("button", { name: "To the start" }).click();
        await player.reads("where", new RegExp(`0.*${last}`));
        await until(async () => assert.ok((await pieces()) < atEnd, "there are fewer pieces at the start"));
        await page.getByRole("button", { name: "Next turn" }).click();
        await player.reads("where", /^\D*1\D/);
        await page.getByRole("button", { name: "To the latest turn" }).click();
        await until(async () => assert.equal(await pieces(), atEnd));
        assert.deepEqual(await layoutProblems(page), []);
        await player.photograph(`${name}-game`);
      });
    }
  }));

test("without a script a record shows the last position, the result and the turns", (t) =>
  inScenario(t, "import-plain", async (scenario) => {
    const player = await scenario.player("plain", { ...LAPTOP, javaScriptEnabled: false });
    await importRecord(player, GAME);
    const { page } = player;
    const box = await page.getByAltText("The board after the last turn").boundingBox();
    assert.ok(box && box.width > 200 && box.height > 200, JSON.stringify(box));
    assert.ok(await page.getByRole("table").isVisible());
    assert.ok((await page.locator("#turn-list li").count()) > 20);
    await player.photograph("game");
  }));
