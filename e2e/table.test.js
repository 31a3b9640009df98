// At the table: entering turns in other ways than by clicks alone, taking steps back, several tabs, watching, looking back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { apart } from "./harness/places.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Scenario } from "./harness/scenario.js" */

test("two play in all the ways that a table offers", (t) =>
  inScenario(t, "table", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario));
    await scenario.step("a watcher sees everything and changes nothing", () => watch(scenario, match));
    await scenario.step("steps are typed", () => typeSteps(match));
    await scenario.step("steps are taken back", () => takeBack(match));
    await scenario.step("a turn is ended early", () => endEarly(match));
    await scenario.step("captures are shown before they happen", () => foreseeCaptures(match));
    await scenario.step("a turn is begun in two tabs", () => twoTabs(match));
    await scenario.step("the keyboard alone", () => useKeyboard(match));
    await scenario.step("looking back while the game goes on", () => lookBack(match));
    await scenario.step("resigning after hesitation", () => resign(match));
  }));

/** @type {(scenario: Scenario, match: Match) => Promise<void>} */
async function watch(scenario, match) {
  const [ann] = match.players;
  const eve = await scenario.player("Eve", PHONE);
  await eve.open(match.link);
  await ann.reads("watchers", "1 watching");
  await match.play("e5");
  await match.shows(eve);
  for (const id of ["composer", "resign", "name-form"]) {
    assert.equal(await eve.page.locator(`#${id}`).isVisible(), false, `a watcher has #${id}`);
  }
  assert.equal(await eve.page.locator("#board .cell.target").count(), 0, "cells are offered to a watcher");
  await eve.touchInert("f6");
  await eve.page.keyboard.press("Enter");
  await match.play("g7");
  await match.shows(eve);
  await eve.screenshot("watcher");
  await eve.open("/");
  await ann.reads("watchers", "");
}

/** @param {Match} match */
async function typeSteps(match) {
  const [ann] = match.players;
  const field = ann.page.locator("#typed");
  const enter = async (/** @type {string} */ text) => {
    await field.fill(text);
    await field.press("Enter");
  };
  await field.focus();
  const values = () => ann.page.locator("#choices option").evaluateAll((options) => options.map((option) => option.getAttribute("value")));
  await until(async () => assert.deepEqual((await values()).sort(), match.now().legal, "completion offers the legal steps"));
  await enter("e5");
  await ann.reads("turn-problem", "e5 is occupied.");
  await ann.screenshot("refused-step");
  await enter("zz9");
  await ann.reads("turn-problem", /^Not a step: .+\.$/);
  await enter("f6,f7");
  await ann.reads("turn-problem", "Your turn is over before its last step.");
  await match.shows(ann);
  await enter("pass");
  await ann.reads("turn-problem", "");
  await match.played("pass");
  await match.play("pass");
  await enter("c3, c4");
  await ann.reads("staged", "Your turn: c3, c4.");
  await match.shows(ann, ["c3", "c4"]);
  await enter("");
  await match.played("c3,c4");
}

/** @param {Match} match */
async function takeBack(match) {
  const [, ben] = match.players;
  await ben.stage(["k3", "k4"]);
  await ben.press("Undo");
  await match.shows(ben, ["k3"]);
  await ben.enter("k5");
  await ben.hasStaged(["k3", "k5"]);
  await ben.page.keyboard.press("Escape");
  await ben.hasStaged(["k3"]);
  await ben.page.keyboard.press("Escape");
  await match.shows(ben);
  assert.equal(await ben.page.getByRole("button", { name: "Undo" }).count(), 0, "there is nothing to take back");
  assert.equal(await ben.page.getByRole("button", { name: "Send 1 stone" }).count(), 0, "a turn without a stone cannot end");
  await match.play("k6,k7");
}

/** @param {Match} match */
async function endEarly(match) {
  await match.play("pass", "pass", "c5,end", "k8,end");
}

/** @param {Match} match */
async function foreseeCaptures(match) {
  const [ann] = match.players;
  await match.play("f7", "q9", "h7", "q10", "pass", "q11");
  await ann.stage(["g6"]);
  await ann.reads("effects", "If the turn ended now: White captures Red's play stone on g7.");
  // Labels follow a moment after the drawing.
  await until(async () => {
    const { doomed, doomedLabels } = await ann.state();
    assert.deepEqual({ doomed, doomedLabels }, { doomed: ["g7"], doomedLabels: ["g7"] });
  });
  await match.shows(ann, ["g6"]);
  await ann.screenshot("would-be-captured");
  await ann.enter("g8");
  await ann.reads("effects", "With this turn: White captures Red's play stone on g7.");
  await match.shows(ann, ["g6", "g8"]);
  assert.match((await ann.cell("g7").getAttribute("aria-label")) ?? "", /^g7, White's capture stone/);
  await ann.press("Send turn");
  await match.played("g6,g8");
  // Ben's turn, so that Ann is to move next.
  await match.play("q12");
}

/** @param {Match} match */
async function twoTabs(match) {
  await match.play("pass", "pass");
  const [ann, ben] = match.players;
  const other = await ann.anotherTab();
  await other.open(match.link);
  await ann.stage(["m3"]);
  await match.shows(other);
  await other.stage(["m5"]);
  await ann.hasStaged(["m3"]);
  await ann.page.bringToFront();
  await match.shows(ann, ["m3"]);
  await other.page.bringToFront();
  await other.press("Send 1 stone");
  await match.played("m5,end", [other, ben]);
  await ann.page.bringToFront();
  await match.agree();
  await match.play("k9,k10");
  for (const tab of [ann, other]) await tab.hasStaged([]);
  await match.shows(other);
  await other.page.close();
  await match.play("m6");
  assert.equal(await ben.page.locator(".player.away").count(), 0, "a player with a tab left counts as away");
}

/** @param {Match} match */
async function useKeyboard(match) {
  const [ann, ben] = match.players;
  await tabTo(ben, "[data-cell]");
  assert.equal(await ben.focusedCell(), "k10", "the cell that was touched last");
  // The board is rotated so that Ben sits at the bottom: up leads towards rank 1.
  await move(ben, ["ArrowUp", "ArrowUp", "ArrowRight"], "j8");
  await ben.page.keyboard.press("Enter");
  await match.played("j8");
  await tabTo(ann, "#buttons [data-button=pass]");
  await ann.page.keyboard.press("Enter");
  await match.played("pass");
  await tabTo(ben, "#buttons [data-button=pass]");
  await ben.page.keyboard.press("Enter");
  await match.played("pass");
  await tabTo(ann, "[data-cell]");
  const start = await ann.focusedCell();
  const [file, rank] = [String.fromCharCode(start.charCodeAt(0) - 1), Number(start.slice(1))];
  await move(ann, ["ArrowLeft"], `${file}${rank}`);
  await move(ann, ["ArrowUp"], `${file}${rank + 1}`);
  const first = await ann.focusedCell();
  await ann.page.keyboard.press("Enter");
  await ann.hasStaged([first]);
  await ann.page.keyboard.press("ArrowUp");
  const second = await ann.focusedCell();
  await ann.page.keyboard.press(" ");
  await ann.reads("staged", `Your turn: ${first}, ${second}.`);
  await ann.screenshot("by-keyboard");
  await tabTo(ann, "#buttons .strong");
  await ann.page.keyboard.press("Enter");
  await match.played(`${first},${second}`);
}

/** Presses Tab until an element has the focus. @type {(player: Player, selector: string) => Promise<void>} */
async function tabTo({ name, page }, selector) {
  await page.bringToFront();
  await page.locator(selector).first().waitFor();
  for (let presses = 0; presses < 200; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${name} cannot reach ${selector} by the Tab key`);
}

/** @type {(player: Player, arrows: string[], to: string) => Promise<void>} */
async function move(player, arrows, to) {
  for (const arrow of arrows) await player.page.keyboard.press(arrow);
  assert.equal(await player.focusedCell(), to);
}

/** @param {Match} match */
async function lookBack(match) {
  const [ann, ben] = match.players;
  await match.play("o1,o2", "pass", "pass");
  const then = match.count;
  // Ann looks back with a step staged.
  await ann.stage(["q1"]);
  await ann.page.locator("#back").click();
  await ann.reads("where", `${then - 1} / ${then}`);
  assert.equal(await ann.page.locator("#composer").isVisible(), false, "a turn is offered in the past");
  await until(async () => assert.equal(await ann.page.locator("#board .cell.target").count(), 0, "cells are offered in the past"));
  await ann.touchInert("q3");
  await ann.page.getByRole("button", { name: "Latest turn", exact: true }).click();
  await ann.hasStaged(["q1"]);
  await match.shows(ann, ["q1"]);
  // Ben looks back while Ann plays.
  await ben.page.locator("#turn-list li:nth-child(2) a").click();
  await ben.reads("where", `2 / ${then}`);
  await ann.enter("q2");
  await ann.press("Send turn");
  await match.played("q1,q2", [ann]);
  await ben.reads("where", `2 / ${then + 1}`);
  await match.shows(ben, [], 2);
  await ben.screenshot("looking-back");
  await ben.page.keyboard.press("End");
  await match.agree();
  assert.equal(await ben.page.locator("#past").isVisible(), false);
}

/** @param {Match} match */
async function resign(match) {
  const [ann, ben] = match.players;
  await ben.press("Resign…");
  await ben.press("Keep playing");
  await ben.press("Resign…");
  await ben.page.keyboard.press("Escape");
  await until(async () => assert.equal(await ben.page.locator("dialog[open]").count(), 0));
  await match.play("a1,a2");
  // One can resign out of turn.
  assert.equal(match.mover, ann);
  await match.play("drop:2");
  await ann.reads("result", /^Result Ben resigned\./);
  await ben.reads("result", /^Result You resigned\./);
  await ben.reads("status", "You lost.");
}

test("what is staged stays when somebody else resigns", (t) =>
  inScenario(t, "leaving", async (scenario) => {
    const players = await Promise.all(["Ann", "Ben", "Cleo"].map((name) => scenario.player(name)));
    const match = await Match.start(scenario, players);
    const [ann, ben] = players;
    await match.play("pass", "pass", "pass");
    await ann.stage(["e5"]);
    await players[2].resign();
    await ann.reads("notice", "The table has changed. Your unsent turn is kept.");
    await ann.hasStaged(["e5"]);
    await ann.screenshot("kept");
    match.turns.push("drop:3");
    await ann.enter("e6");
    await ann.press("Send turn");
    await match.played("e5,e6");
    await ben.reads("status", "Your turn (Red)");
    await ann.reads("notice", "");
  }));

test("a draw is offered, passed over, declined, and agreed", (t) =>
  inScenario(t, "draw", async (scenario) => {
    const match = await scenario.step("a game begins", () => Match.ofTwo(scenario, PHONE));
    const [ann, ben] = match.players;
    await ann.press("Offer a draw");
    await ann.reads("offers", /^You offered a draw\. Waiting for Ben\./);
    await ben.reads("offers", "Ann offers a draw. Agree to a draw Decline");
    await ben.screenshot("offered");
    // A turn ends the offer.
    await match.play("e5");
    await until(async () => assert.equal(await ben.page.locator("#offers").isVisible(), false));
    await ben.press("Offer a draw");
    await ann.press("Decline");
    await ben.reads("notice", "Ann declined the draw.");
    await ben.press("Offer a draw");
    await ben.reads("notice", /^The last offer was declined\. Another one can be made in \d+ s\.$/);
    await ann.press("Offer a draw");
    await ben.press("Agree to a draw");
    for (const player of [ann, ben]) {
      await player.reads("status", "A draw.");
      await player.reads("result", /^Result The players agreed on a draw\./);
    }
    await ann.screenshot("agreed");
    assert.deepEqual((await ben.state()).turns, ["e5"]);
  }));

test("three take turns back, which stay in the list", (t) =>
  inScenario(t, "consent", async (scenario) => {
    const players = [await scenario.player("Ann", PHONE), await scenario.player("Ben"), await scenario.player("Cleo", PHONE)];
    const match = await Match.start(scenario, players);
    const [ann, ben, cleo] = players;
    await match.play("e5", "f6", "g7", "h8");
    await ben.press("Take back");
    await ann.reads("offers", /^Ben asks to take back f6 and the 2 turns after it\. Waiting for you and Cleo\. ?Allow Decline$/);
    for (const other of ["#board", "#status"]) await apart(ann, "#offers", other);
    await ann.screenshot("offered");
    await ann.press("Allow");
    await ben.reads("offers", /^You asked to take back f6 and the 2 turns after it\. Ann agreed\. Waiting for Cleo\. ?Withdraw$/);
    await cleo.page.reload();
    await cleo.press("Allow");
    match.turns.splice(1);
    for (const player of players) await player.reads("notice", "The last 3 turns were taken back.");
    await ben.reads("status", "Your turn (Red)");
    await match.play("k10");
    assert.equal(await ann.page.locator("#turn-list .taken-back").count(), 3);
    const list = await ann.page.locator("#turn-list").textContent();
    assert.match(list ?? "", /1\..*e5.*2\..*f6.*taken back.*3\..*g7.*taken back.*4\..*h8.*taken back.*2\..*k10/s);
    await ann.page.locator("#turns").scrollIntoViewIfNeeded();
    await ann.screenshot("taken-back");
    for (const player of players) await player.reads("notice", "");
  }));

test("what an offer and a finished game need is asked for again if it could not be loaded", (t) =>
  inScenario(t, "loaded-later", async (scenario) => {
    const match = await Match.ofTwo(scenario);
    const [ann, ben] = match.players;
    ben.monitor.allow(/net::ERR_|Failed to load/);
    /** @type {string[]} */
    const refused = [];
    await ben.page.route(/\/(offers|after-game)\.(js|css)$/, (route) => {
      const address = new URL(route.request().url()).pathname;
      if (refused.includes(address)) return route.continue();
      refused.push(address);
      return route.abort();
    });
    const unreachable = "Thicket cannot be reached at the moment. Please try again.";
    await match.play("e5");
    await ann.press("Offer a draw");
    await ben.reads("notice", unreachable);
    assert.equal(await ben.page.locator("#agree").isVisible(), false, "a button is shown before anything listens to it");
    await ben.reads("offers", /^Ann offers a draw\./);
    await ben.press("Decline");
    await ann.reads("notice", "Ben declined the draw.");
    await ann.resign();
    await ben.reads("notice", unreachable);
    await ben.reads("status", "You won.");
    assert.equal(await ben.page.locator("#review button:visible, #after-game:visible").count(), 0);
    await ben.reads("result", /^Result Ann resigned\./);
    await ben.reads("notice", "");
    await ben.page.getByRole("button", { name: "Rematch" }).waitFor();
    assert.equal(refused.length, 3, `refused: ${refused}`);
  }));
