// Four friends play a whole game of Bushwhacked by link: from the home page to the records, each kind of turn by clicks and taps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { Record } from "./harness/record.js";
import { DARK, inScenario, LAPTOP, PHONE, STILL } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Scenario } from "./harness/scenario.js" */

const NAMES = ["Ann", "Ben", "Cleo", "Dee"];
const SCREENS = [LAPTOP, PHONE, { ...STILL, ...DARK }, STILL];
const record = Record.fixture("bushwhacked/four-friends");

test("four friends play by link, nothing is lost, and the game is in the records", (t) =>
  inScenario(t, "four-friends", async (scenario) => {
    const friends = await Promise.all(NAMES.map((name, at) => scenario.player(name, SCREENS[at])));
    const link = await scenario.step("Ann opens a table and sends its link", () => gather(friends));
    const match = await scenario.step("all sit down, and the game starts", () => sitDown(scenario, friends, link));
    await scenario.step(`${record.turns.length} turns and drops`, () => playAll(match));
    await scenario.step("all see the result", () => seeResult(match));
    await scenario.step("somebody else with the link replays the game", () => replay(scenario, match));
    await scenario.step("the records list it for those who played", () => findRecord(match, scenario.players[4]));
  }));

/** @param {Player[]} friends */
async function gather([ann, ...others]) {
  const link = await ann.openTable({ players: "4" });
  assert.equal(await ann.page.getByLabel("Send this link to your friends").inputValue(), link);
  for (const friend of others) {
    await friend.open("/");
    assert.equal(await friend.page.locator(`a[href="${pathOf(link)}"]`).count(), 0, "an unlisted table is listed");
    assert.equal(await friend.open(link), 200);
    await friend.reads("status", "Waiting for 3 more players.");
  }
  await screenshots([ann, ...others], "1-opened");
  return link;
}

/** @type {(scenario: Scenario, friends: Player[], link: string) => Promise<Match>} */
async function sitDown(scenario, friends, link) {
  // From the last chair to the first: seats follow the chairs, not the order of arrival.
  for (const chair of [4, 3, 2]) await friends[chair - 1].sit(chair);
  for (const friend of friends) await friend.phase("playing");
  const { players: order } = await friends[0].state();
  const first = NAMES.indexOf(order[0]);
  assert.deepEqual(order, [...NAMES.slice(first), ...NAMES.slice(0, first)], "clockwise from the player who starts");
  scenario.t.diagnostic(`order of play: ${order.join(", ")}`);
  const players = order.map((name) => friends[NAMES.indexOf(name)]);
  const match = new Match(scenario, { Game: record.tags.Game, Seats: "4" }, players, link);
  match.rules.preload(record.turns);
  await match.hasBegun();
  await screenshots(players, "2-start");
  return match;
}

/** @param {Match} match */
async function playAll(match) {
  const { turns } = record;
  assert.ok(turns.includes("pass") && turns.some((turn) => turn.startsWith("x")) && turns.some((turn) => turn.startsWith("drop:")));
  await playTo(match, 12);
  await reload(match, match.players[match.players.indexOf(match.mover) ^ 1]);
  await playTo(match, 14);
  await reload(match, match.mover);
  await missThree(match);
  // Clicks take most of the time: what was tried already is sent without them.
  await sendTo(match, 41);
  await disconnectWhileStaging(match);
  await screenshots(match.players, "3-middle");
  await sendTo(match, 63);
  await playTo(match, 66);
  await sendTo(match, 80);
  await playTo(match, 82);
  await sendTo(match, 94);
  await playTo(match, 96);
  await sendTo(match, 126);
  await playTo(match, turns.length);
}

/** Turns are sent without clicks until `count` plies are done. @type {(match: Match, count: number) => Promise<void>} */
async function sendTo(match, count) {
  await match.send(...record.turns.slice(match.count, count));
}

/** Plays until `count` plies are done. @type {(match: Match, count: number) => Promise<void>} */
async function playTo(match, count) {
  while (match.count < count) {
    const turn = record.turns[match.count];
    if (turn.startsWith("drop:")) await dropOut(match, turn);
    else if (/^[a-q]\d+,/.test(turn)) await placeSeveral(match, turn);
    else await match.play(turn);
  }
}

/** Stones are staged one by one, seen by the mover alone, with what they would capture. @type {(match: Match, turn: string) => Promise<void>} */
async function placeSeveral(match, turn) {
  const { mover } = match;
  const steps = turn.split(",");
  const other = /** @type {Player} */ (match.players.find((player) => player !== mover));
  for (let count = 1; count <= steps.length; count += 1) {
    const staged = steps.slice(0, count);
    await mover.enter(steps[count - 1]);
    await match.shows(mover, staged);
    const doomed = await threatened(match, staged);
    await until(async () => {
      const state = await mover.state();
      assert.deepEqual([state.doomed, state.doomedLabels], [doomed, doomed], `would be captured by ${staged}`);
    });
  }
  await match.shows(other);
  if (steps.length === 3) await mover.screenshot(`4-three-stones-${match.count + 1}`);
  await mover.submit(match.count + 1);
  await match.played(turn);
}

/** The cells whose pieces change if the turn ends after these steps. @type {(match: Match, staged: string[]) => Promise<string[]>} */
async function threatened(match, staged) {
  if (!match.now(staged).legal.includes("end")) return [];
  const [now, ended] = [await match.rules.board(match.turns, staged), await match.rules.board(match.turns, [...staged, "end"])];
  return now.pieces.flatMap((piece) => (ended.pieces.includes(piece) ? [] : [piece.split(" ")[0]])).sort();
}

/** @type {(match: Match, player: Player) => Promise<void>} */
async function reload(match, player) {
  await player.page.reload();
  await player.markDocument();
  await match.agree();
}

/** A player is offline while the three others play, and catches up when back. @param {Match} match */
async function missThree(match) {
  const first = match.players.indexOf(match.mover);
  const away = match.players[(first + 3) % 4];
  const others = match.players.filter((player) => player !== away);
  await away.goOffline();
  for (const turn of record.turns.slice(match.count, match.count + 3)) {
    await match.mover.play(turn);
    await match.played(turn, others);
  }
  await match.shows(away, [], match.count - 3);
  await away.screenshot("5-offline");
  await away.goOnline();
  await match.agree();
  await away.isSameDocument();
  away.monitor.allowNothing();
}

/** @param {Match} match */
async function disconnectWhileStaging(match) {
  const { mover } = match;
  const turn = record.turns[match.count];
  const [first, ...rest] = turn.split(",");
  assert.ok(rest.length > 0, "a turn of several steps");
  await mover.stage([first]);
  await mover.goOffline();
  await mover.isDisconnected();
  await mover.hasStaged([first]);
  await mover.goOnline();
  await mover.isConnected();
  await mover.hasStaged([first]);
  await mover.isSameDocument();
  mover.monitor.allowNothing();
  for (const step of rest) await mover.enter(step);
  await mover.submit(match.count + 1);
  await match.played(turn);
}

/** A player resigns after hesitating once. @type {(match: Match, turn: string) => Promise<void>} */
async function dropOut(match, turn) {
  const player = match.players[Number(turn.slice(-1)) - 1];
  await player.press("Resign…");
  await player.screenshot("6-resign");
  await player.press("Keep playing");
  await match.play(turn);
  await until(async () => assert.equal(await player.page.locator("#resign").isVisible(), false, "a second resignation is offered"));
  assert.equal(await player.page.locator("#composer").isVisible(), false, "a turn is offered to somebody who left");
}

/** @param {Match} match */
async function seeResult(match) {
  const places = ["You won.", "You came second of four.", "You came third of four.", "You came fourth of four."];
  for (const [seat, player] of match.players.entries()) {
    await match.showsResult(player, record.ranks);
    await player.reads("status", places[record.ranks[seat] - 1]);
    await player.reads("result", /^Result .+ had .+; .+ had no stones left to place\./);
    assert.equal(await player.page.locator("#composer").isVisible(), false, "a turn is offered though the game is over");
  }
  await screenshots(match.players, "7-result");
}

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function replay(scenario, match) {
  const stranger = await scenario.player("Eve");
  const { page } = stranger;
  const { count } = match;
  assert.equal(await stranger.open(match.link), 200);
  await showsReplay(match, stranger, count);
  assert.equal(await page.locator("#result").isVisible(), true);
  for (const [key, n] of /** @type {[string, number][]} */ ([
    ["Home", 0],
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["End", count],
    ["ArrowLeft", count - 1],
  ])) {
    await page.keyboard.press(key);
    await showsReplay(match, stranger, n);
  }
  await page.locator("#turn-list li:nth-child(95) a").click();
  await showsReplay(match, stranger, 95);
  await stranger.screenshot("8-replay");
  await until(() => assert.equal(new URL(page.url()).hash, "#95"));
  await stranger.open(`${match.link}#57`);
  await showsReplay(match, stranger, 57);
  await page.reload();
  await showsReplay(match, stranger, 57);
  await autoplay(stranger);
  await replayOnPhone(scenario, match);
}

/** @param {Player} stranger */
async function autoplay({ page }) {
  const [auto, where] = [page.locator("#auto"), page.locator("#where")];
  await page.locator("#newest").click();
  await auto.click();
  await until(async () => assert.match(await where.innerText(), /^[12] \//));
  await until(async () => assert.match(await where.innerText(), /^[3-9] \//));
  assert.equal(await auto.getAttribute("aria-pressed"), "true");
  await auto.click();
  assert.equal(await auto.getAttribute("aria-pressed"), "false");
}

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function replayOnPhone(scenario, match) {
  const phone = await scenario.player("Fay", { ...PHONE, colorScheme: "dark" });
  await phone.open(`${match.link}#81`);
  await showsReplay(match, phone, 81);
  await phone.touch(phone.page.locator("#forward"));
  await showsReplay(match, phone, 82);
  await phone.screenshot("8-replay");
}

/** @type {(match: Match, player: Player, ply: number) => Promise<void>} */
async function showsReplay(match, player, ply) {
  await player.reads("where", `${ply} / ${match.count}`);
  await match.shows(player, [], ply);
}

/** @type {(match: Match, stranger: Player) => Promise<void>} */
async function findRecord(match, stranger) {
  const path = pathOf(match.link);
  const { tags, turns } = new Record(await stranger.fetch(`${path}/record.txt`));
  assert.deepEqual(turns, record.turns);
  const seats = Object.fromEntries(match.names.map((name, seat) => [`Seat${seat + 1}`, name]));
  const { Game, Seats, Variant, Ending, Ranks } = record.tags;
  assert.deepEqual(tags, { Game, Seats, Variant, Date: tags.Date, ...seats, Ending, Ranks });
  assert.ok((await stranger.fetch(`${path}/record.json`)).includes('"m11,e7,f4"'), "the record as JSON has the turns");
  const row = (/** @type {Player} */ player) => player.page.locator(".records li").filter({ has: player.page.locator(`a[href="${path}"]`) });
  await stranger.open("/records");
  assert.equal(await row(stranger).count(), 0, "a stranger finds an unlisted game");
  for (const player of match.players) {
    await player.open("/records");
    assert.match(await row(player).innerText(), new RegExp(`${turns.length} turns.*private`, "s"));
  }
  const [player] = match.players;
  await player.screenshot("9-records");
  await player.touch(row(player));
  await showsReplay(match, player, match.count);
}

/** @param {string} link */
const pathOf = (link) => new URL(link).pathname;

/** @type {(players: Player[], name: string) => Promise<void>} */
async function screenshots(players, name) {
  for (const player of players) await player.screenshot(name);
}
