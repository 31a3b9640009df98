// Connections that die without being closed: a network that swallows everything, a server that is paused, a browser that is
// offline. Each time the page recovers by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { inScenario, PHONE } from "./harness/scenario.js";

/** @import { Scenario } from "./harness/scenario.js" */

test("nothing is lost when a connection dies silently", (t) =>
  inScenario(t, "tunnel", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario, PHONE));
    for (const player of scenario.players) player.allowDisconnects();
    await match.play("pass", "pass");
    await scenario.step("the network swallows a turn", () => cutNetwork(scenario, match));
    await scenario.step("the server is paused", () => pauseServer(scenario, match));
    await scenario.step("a browser is offline", () => offline(scenario, match));
    await scenario.step("a double tap confirms a stone, and does not undo it while the server is silent", () => doubleTap(scenario, match));
    for (const player of scenario.players) await player.isSameDocument();
  }));

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function cutNetwork(scenario, match) {
  const { mover } = match;
  await mover.stage(["e5", "e6"]);
  mover.device.proxy.cut();
  await mover.press("Send turn");
  await mover.reads("staged", /Sending your turn…|Will be sent when you are back online\./);
  await mover.isDisconnected();
  await mover.screenshot("cut");
  // It goes on trying, also when the first tries fail.
  await mover.device.proxy.attempts(2);
  mover.device.proxy.restore();
  await recovers(scenario, match, "e5,e6");
}

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function pauseServer(scenario, match) {
  const { mover } = match;
  await mover.stage(["k5", "k6"]);
  scenario.server.pause();
  await mover.press("Send turn");
  for (const player of scenario.players) await player.isDisconnected();
  scenario.server.resume();
  await recovers(scenario, match, "k5,k6");
}

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function offline(scenario, match) {
  const [ann, ben] = match.players;
  await ben.goOffline();
  await ann.play("pass");
  await ben.isDisconnected();
  await ben.goOnline();
  await recovers(scenario, match, "pass");
}

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function doubleTap(scenario, match) {
  const { mover } = match;
  scenario.server.pause();
  await mover.touch(mover.cell("m13"));
  const confirm = mover.page.locator("#buttons [data-confirm]");
  const button = await confirm.boundingBox();
  assert.ok(button);
  const [x, y] = [button.x + button.width / 2, button.y + button.height / 2];
  for (let tap = 0; tap < 2; tap += 1) await mover.page.touchscreen.tap(x, y);
  await confirm.waitFor({ state: "hidden" });
  scenario.server.resume();
  await match.played("m13");
}

/** Every page shows the turn, and none says that it is disconnected. @type {(scenario: Scenario, match: Match, turn: string) => Promise<void>} */
async function recovers({ t, players }, match, turn) {
  const start = performance.now();
  await match.played(turn);
  for (const player of players) await player.isConnected();
  t.diagnostic(`recovered within ${(performance.now() - start).toFixed(0)} ms`);
}
