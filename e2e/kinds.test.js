// One whole game of each kind in as many browsers as it has seats, at least its beginning and its end by clicks and taps: after every
// such turn all of them show what the rules say. Bushwhacked has a test of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { Record } from "./harness/record.js";
import { DARK, inScenario, LAPTOP, PHONE, STILL } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Scenario } from "./harness/scenario.js" */

/** Games of the rules' fixtures, and their first turns as the list of turns shows them. */
const GAMES = {
  "bushi/race-on-nine": ["b1-d3"],
  "bushka/black-wins": ["e34", "de6", "e4d6x", "d87x"],
  "antipode/across": ["b5,a1-a5"],
  "btt/six-friends": [],
};
/** Mouse and touch, with and without animations, light and dark. */
const SCREENS = [
  LAPTOP,
  { ...PHONE, reducedMotion: /** @type {const} */ ("reduce") },
  { ...STILL, ...DARK },
  STILL,
  { ...PHONE, reducedMotion: /** @type {const} */ ("reduce"), colorScheme: /** @type {const} */ ("dark") },
  STILL,
];

for (const [name, listed] of Object.entries(GAMES)) {
  test(`a whole game: ${name}`, (t) =>
    inScenario(t, `kinds-${name.split("/")[0]}`, async (scenario) => {
      const record = Record.fixture(name);
      const match = await scenario.step("all sit down", () => start(scenario, record));
      await scenario.step(`${record.turns.length} turns`, () => playAll(match, record));
      await scenario.step("the result", () => result(match, record, listed));
      await scenario.step("the record", () => replay(scenario, match, record));
    }));
}

/** @type {(scenario: Scenario, record: Record) => Promise<Match>} */
async function start(scenario, { names, tags, turns }) {
  const players = await Promise.all(names.map((name, seat) => scenario.player(name, SCREENS[seat])));
  const match = await Match.start(scenario, players, tags);
  match.rules.preload(turns);
  const heading = await players[0].page.locator("h1").innerText();
  if (tags.Variant) assert.match(heading, new RegExp(`\\b${tags.Variant}\\b`), "the page does not name the variant");
  return match;
}

/** The turns of the middle are made while nobody looks. @type {(match: Match, record: Record) => Promise<void>} */
async function playAll(match, { turns }) {
  const [early, late] = [0.1, 0.9].map((share) => Math.round(turns.length * share));
  await match.play(...turns.slice(0, early));
  await match.skip(...turns.slice(early, late));
  for (const player of match.players) await player.screenshot("middle");
  await match.play(...turns.slice(late));
}

/** @type {(match: Match, record: Record, listed: string[]) => Promise<void>} */
async function result(match, { ranks, turns }, listed) {
  assert.deepEqual(match.now().ranks, ranks, "the fixture's ranks");
  for (const player of match.players) {
    await match.showsResult(player, ranks);
    assert.deepEqual((await turnsShown(player)).slice(0, listed.length), listed);
    await player.screenshot("result");
  }
  assert.equal(match.count, turns.length);
}

/** Somebody who was not there downloads and replays the game. @type {(scenario: Scenario, match: Match, record: Record) => Promise<void>} */
async function replay(scenario, match, { tags, turns }) {
  const stranger = await scenario.player("Eve", PHONE);
  const found = new Record(await stranger.fetch(`${new URL(match.link).pathname}/record.txt`));
  assert.deepEqual(found.turns, turns);
  const { Position: _, ...expected } = tags;
  assert.deepEqual({ ...found.tags, Date: tags.Date }, expected);
  const half = Math.round(turns.length / 2);
  await stranger.open(`${match.link}#${half}`);
  await match.shows(stranger, [], half);
  assert.deepEqual(await turnsShown(stranger), await turnsShown(match.players[0]));
}

/** The turns as they are listed, which may be shorter than their full spelling. @param {Player} player */
async function turnsShown(player) {
  // What a turn captured stands behind its steps.
  return player.page.locator("#turn-list .text").evaluateAll((turns) => {
    return turns.map((turn) => [...turn.querySelectorAll(".step")].map((step) => step.textContent).join(""));
  });
}
