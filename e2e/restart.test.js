// The server ends and comes back under open pages: they come back by themselves, with what was staged.

import { test } from "node:test";
import { inHouse, PHONE } from "./harness/house.js";
import { Pair } from "./harness/pair.js";

/** @import { House } from "./harness/house.js" */

test("a server that is stopped or killed under open pages loses nothing that is staged", (t) =>
  inHouse(t, "restart", async (house) => {
    const pair = await house.scene("a game of two begins", () => Pair.start(house, PHONE));
    for (const person of house.people) person.loseTheLine();
    await pair.play("pass", "pass");
    await house.scene("stopped, with a stone staged", () => survives(house, pair, "SIGTERM", ["e5", "e6"]));
    await house.scene("killed, with a stone staged", () => survives(house, pair, "SIGKILL", ["k5", "k6"]));
    await house.scene("killed, and a turn sent before it is back", () => sentMeanwhile(house, pair));
    for (const person of house.people) await person.isTheSamePage();
  }));

/** @type {(house: House, pair: Pair, signal: NodeJS.Signals, turn: string[]) => Promise<void>} */
async function survives({ server, people }, pair, signal, [first, second]) {
  const { mover } = pair;
  await mover.stage([first]);
  await server.stop(signal);
  for (const person of people) await person.reads("line", /^The line is down/);
  await mover.picture(`down-${signal}`);
  await server.start();
  for (const person of people) await person.reads("line", "");
  await mover.reads("staged", new RegExp(`^Staged: ${first}\\.`));
  await mover.shows(pair.now([first]).board);
  await mover.enter(second);
  await mover.press("Send turn");
  await pair.played(`${first},${second}`);
}

/** @type {(house: House, pair: Pair) => Promise<void>} */
async function sentMeanwhile({ server }, pair) {
  await pair.play("pass", "pass");
  const { mover } = pair;
  await mover.stage(["m5", "m6"]);
  await server.stop("SIGKILL");
  await mover.reads("line", /^The line is down/);
  await mover.press("Send turn");
  await mover.reads("staged", "Sending your turn …");
  await server.start();
  await pair.played("m5,m6");
  await pair.play("m8,m9");
}
