// Turns that are played while a player is not looking: counted in their list, and shown one after the other when they come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutProblems } from "./harness/boxes.js";
import { command, openTable } from "./harness/quick-table.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const THREE = { Game: "bushwhacked", Seats: "3" };

/** Which turn the page shows, and of how many. @param {Player} player */
const where = (player) => player.page.locator("#where").textContent();

/** @param {Player} player */
async function look(player, /** @type {string} */ name) {
  await player.screenshot(name);
  assert.deepEqual(await layoutProblems(player.page), [], name);
}

test("who comes back sees what was played, and goes on with any key", (t) =>
  inScenario(t, "unseen-turns", async (scenario) => {
    const [ann, ben, cem] = [await scenario.player("Ann"), await scenario.player("Ben"), await scenario.player("Cem", PHONE)];
    const path = await openTable([ann, ben, cem], THREE, ["Ann", "Ben", "Cem"]);
    await ann.open(path);
    await ann.phase("playing");
    await ann.play("e5");
    await ann.open("/my");
    await scenario.step("the list counts the turns that were not seen", async () => {
      await command(ben, path, { turn: 1, command: { t: "play", steps: ["f6"] } });
      await ann.page.getByText("1 turn since you looked").waitFor();
      await command(cem, path, { turn: 2, command: { t: "play", steps: ["g7"] } });
      await ann.page.getByText("2 turns since you looked").waitFor();
      await look(ann, "my");
    });
    await scenario.step("the table shows them one after the other", async () => {
      await ann.open(path);
      await ann.page
        .locator("#unseen-turns")
        .getByText(/^2 turns since you looked: /)
        .waitFor();
      await until(async () => assert.equal(await where(ann), "2 / 3"));
      await until(async () => assert.equal(await where(ann), "3 / 3"));
      assert.equal(await ann.page.locator("#past").isVisible(), false);
      await look(ann, "seen");
    });
    await scenario.step("any key leads to the newest turn", async () => {
      await ann.play("e7");
      await ann.open("/rules");
      await command(ben, path, { turn: 4, command: { t: "play", steps: ["f8"] } });
      await command(cem, path, { turn: 5, command: { t: "play", steps: ["g9"] } });
      await ann.open(path);
      await until(async () => assert.equal(await where(ann), "4 / 6"));
      await ann.page.keyboard.press("Shift");
      await until(async () => assert.equal(await where(ann), "6 / 6"));
    });
    await scenario.step("where little movement is asked for they are marked, and told", async () => {
      await ann.play("e9");
      await command(ben, path, { turn: 7, command: { t: "play", steps: ["f10"] } });
      await cem.page.emulateMedia({ reducedMotion: "reduce" });
      await cem.open(path);
      // Turns of one's own are none that one has not seen, though the server knows of no time when Cem looked.
      await cem.page
        .locator("#unseen-turns")
        .getByText(/^2 turns since you looked: /)
        .waitFor();
      assert.equal(await where(cem), "8 / 8");
      await until(async () => assert.ok((await cem.page.locator("#board .last").count()) > 1));
      await look(cem, "marked");
    });
  }));

test("who loads a page again sees nothing twice, though the server does not know yet that they looked", (t) =>
  inScenario(t, "unseen-reload", async (scenario) => {
    const [ann, ben, cem] = [await scenario.player("Ann"), await scenario.player("Ben"), await scenario.player("Cem")];
    let isWritten = true;
    await ann.page.routeWebSocket("**/socket", (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => (isWritten || !String(message).includes('"visible"')) && server.send(message));
    });
    const path = await openTable([ann, ben, cem], THREE, ["Ann", "Ben", "Cem"]);
    await ann.open(path);
    await ann.phase("playing");
    await ann.play("e5");
    await ann.open("/rules");
    isWritten = false;
    await ann.open(path);
    await command(ben, path, { turn: 1, command: { t: "play", steps: ["f6"] } });
    await command(cem, path, { turn: 2, command: { t: "play", steps: ["g7"] } });
    await ann.sees(3);
    await ann.open(path);
    await ann.sees(3);
    assert.equal(await where(ann), "3 / 3");
    assert.equal(await ann.page.locator("#unseen-turns").textContent(), "");
    await ann.play("e7");
    assert.equal(await where(ann), "4 / 4");
  }));
