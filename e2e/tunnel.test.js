// Lines that die without a word: a tunnel that swallows all, a server that is halted, a browser without a network. Each time
// the page is right within five seconds of the end.

import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inHouse, PHONE } from "./harness/house.js";
import { Pair } from "./harness/pair.js";

/** @import { House } from "./harness/house.js" */

/** How soon all is right again (milliseconds). */
const SOON = 5_000;

test("a line that dies without a word costs nothing", (t) =>
  inHouse(t, "tunnel", async (house) => {
    const pair = await house.scene("a game of two begins", () => Pair.start(house, PHONE));
    for (const person of house.people) person.loseTheLine();
    await pair.play("pass", "pass");
    await house.scene("a tunnel of a minute, with a turn sent in it", () => tunnel(house, pair));
    await house.scene("the server is halted for half a minute", () => halt(house, pair));
    await house.scene("a browser without a network", () => offline(house, pair));
    for (const person of house.people) await person.isTheSamePage();
  }));

/** @type {(house: House, pair: Pair) => Promise<void>} */
async function tunnel(house, pair) {
  const { ann } = pair;
  await ann.stage(["e5", "e6"]);
  ann.wire.die();
  await ann.press("Send turn");
  await ann.reads("staged", "Sending your turn …");
  await sleep(30_000);
  await ann.reads("line", /^The line is down/);
  await ann.picture("in-the-tunnel");
  await sleep(30_000);
  ann.wire.mend();
  await right(house, pair, "e5,e6");
}

/** @type {(house: House, pair: Pair) => Promise<void>} */
async function halt(house, pair) {
  const { ben } = pair;
  await ben.stage(["k5", "k6"]);
  house.server.halt(true);
  await ben.press("Send turn");
  await sleep(30_000);
  for (const person of house.people) await person.reads("line", /^The line is down/);
  house.server.halt(false);
  await right(house, pair, "k5,k6");
}

/** @type {(house: House, pair: Pair) => Promise<void>} */
async function offline(house, pair) {
  const { ann, ben } = pair;
  await ben.loseTheNetwork();
  await ann.play("pass");
  await ann.sees(pair.count + 1);
  await ben.reads("line", /^The line is down/);
  await ben.comeBack();
  await right(house, pair, "pass");
}

/** Nobody's page complains, and everybody's shows the turn. @type {(house: House, pair: Pair, turn: string) => Promise<void>} */
async function right({ t, people }, pair, turn) {
  const start = performance.now();
  const all = Promise.all([pair.played(turn), ...people.map((person) => person.reads("line", ""))]);
  await Promise.race([all, sleep(SOON).then(() => Promise.reject(new Error(`not right within ${SOON} ms`)))]);
  t.diagnostic(`right after ${(performance.now() - start).toFixed(0)} ms`);
}
