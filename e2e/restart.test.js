// The server goes away and comes back under open pages: they reconnect by themselves and keep what is staged.

import { test } from "node:test";
import { Match } from "./harness/match.js";
import { inScenario, PHONE } from "./harness/scenario.js";

/** @import { Scenario } from "./harness/scenario.js" */

test("nothing that is staged is lost when the server is stopped or killed", (t) =>
  inScenario(t, "restart", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario, PHONE));
    for (const player of scenario.players) player.allowDisconnects();
    await match.play("pass", "pass");
    await scenario.step("stopped, with a step staged", () => restart(scenario, match, "SIGTERM", ["e5", "e6"]));
    await scenario.step("killed, with a step staged", () => restart(scenario, match, "SIGKILL", ["k5", "k6"]));
    await scenario.step("killed, and a turn sent before it is back", () => sendMeanwhile(scenario, match));
    for (const player of scenario.players) await player.isSameDocument();
  }));

/** @type {(scenario: Scenario, match: Match, signal: NodeJS.Signals, turn: string[]) => Promise<void>} */
async function restart({ server, players }, match, signal, [first, second]) {
  const { mover } = match;
  await mover.stage([first]);
  await server.stop(signal);
  for (const player of players) await player.isDisconnected();
  await mover.screenshot(`down-${signal}`);
  await server.start();
  for (const player of players) await player.isConnected();
  await mover.hasStaged([first]);
  await match.shows(mover, [first]);
  await mover.enter(second);
  await mover.submit(match.count + 1);
  await match.played(`${first},${second}`);
}

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function sendMeanwhile({ server }, match) {
  await match.play("pass", "pass");
  const { mover } = match;
  await mover.stage(["m5", "m6"]);
  await server.stop("SIGKILL");
  await mover.isDisconnected();
  await mover.press("Send turn");
  await mover.reads("staged", /Sending your turn…|Will be sent when you are back online\./);
  await server.start();
  await match.played("m5,m6");
  await match.play("m8,m9");
}
