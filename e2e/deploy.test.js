// Two servers on one Postgres are replaced, one after the other, under open pages: nobody notices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { Postgres } from "./harness/postgres.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { Server } from "./harness/server.js";
import { until } from "./harness/until.js";

/** @import { Scenario } from "./harness/scenario.js" */

test("nobody at a table notices that its server is replaced", async (t) => {
  const postgres = new Postgres();
  await postgres.start();
  const options = { database: postgres.url, drain: "500ms" };
  const other = new Server("deploy-other", options);
  try {
    await other.start();
    await inScenario(t, "deploy", (scenario) => deploy(scenario, other), options);
    other.check();
  } finally {
    await other.close();
    await postgres.stop();
  }
});

/** @type {(scenario: Scenario, other: Server) => Promise<void>} */
async function deploy(scenario, other) {
  const { players, server } = scenario;
  const match = await scenario.step("a game begins", () => Match.ofTwo(scenario, PHONE));
  for (const player of players) await player.page.evaluate(listen);
  await match.play("pass", "pass");
  await scenario.step("the other server takes over", () => replace(match, server, other, ["e5", "e6"]));
  await scenario.step("and back", () => replace(match, other, server, ["k5", "k6"]));
  for (const player of players) {
    await player.isSameDocument();
    assert.deepEqual(await player.page.evaluate(heard), [], `what ${player.name} was told of the connection`);
  }
}

/** One server stops, with a step staged, and is started anew. @type {(match: Match, from: Server, to: Server, turn: string[]) => Promise<void>} */
async function replace(match, from, to, [first, second]) {
  const { mover, players } = match;
  await mover.stage([first]);
  const stopped = from.stop();
  // As a load balancer does that asks for its health.
  await until(async () => assert.equal(await from.isReady(), false));
  for (const { device } of players) device.proxy.moveTo(to.url);
  await stopped;
  await mover.hasStaged([first]);
  await mover.enter(second);
  await mover.submit(match.count + 1);
  await from.start();
  await match.played(`${first},${second}`);
}

/** Whatever the page has said of its connection. It runs in the page. @returns {string[]} */
function heard() {
  return Reflect.get(window, "heard");
}

/** Keeps that from now on. It runs in the page. */
function listen() {
  /** @type {string[]} */
  const heard = [];
  Reflect.set(window, "heard", heard);
  const connection = /** @type {HTMLElement} */ (document.getElementById("connection"));
  const observer = new MutationObserver(() => connection.textContent && heard.push(connection.textContent));
  observer.observe(connection, { childList: true, characterData: true, subtree: true });
}
