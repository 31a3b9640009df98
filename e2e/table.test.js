// At the table: other ways to enter a turn than the plain one, second thoughts, second tabs, and looking on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inHouse, PHONE } from "./harness/house.js";
import { Pair } from "./harness/pair.js";
import { until } from "./harness/until.js";

/** @import { House } from "./harness/house.js" */
/** @import { Person } from "./harness/person.js" */

test("two play in other ways than by clicks alone", (t) =>
  inHouse(t, "table", async (house) => {
    const pair = await house.scene("a game of two begins", () => Pair.start(house));
    await house.scene("a watcher sees all and changes nothing", () => watch(house, pair));
    await house.scene("steps are typed", () => type(pair));
    await house.scene("stones are taken back", () => takeBack(pair));
    await house.scene("a turn ends before all its stones are placed", () => endEarly(pair));
    await house.scene("it is seen what a turn would capture", () => foresee(pair));
    await house.scene("one tab composes, another sends", () => twoTabs(pair));
    await house.scene("keys alone", () => keys(pair));
    await house.scene("looking back while the game goes on", () => lookBack(pair));
    await house.scene("second thoughts about resigning", () => think(pair));
  }));

/** @type {(house: House, pair: Pair) => Promise<void>} */
async function watch(house, pair) {
  const eve = await house.person("Eve", PHONE);
  await eve.open(pair.link);
  await pair.ann.reads("watchers", "One person looks on.");
  await pair.play("e5");
  await eve.sees(1);
  await eve.shows(pair.now().board);
  for (const id of ["composer", "resign", "name-form"]) {
    assert.equal(await eve.page.locator(`#${id}`).isVisible(), false, `a watcher has #${id}`);
  }
  assert.equal(await eve.page.locator("#board .cell.target").count(), 0, "a watcher is offered squares");
  await eve.poke("f6");
  await eve.page.keyboard.press("Enter");
  await pair.play("g7");
  await eve.sees(2);
  await eve.shows(pair.now().board);
  await eve.picture("watcher");
  await eve.open("/");
  await pair.ann.reads("watchers", "");
}

/** @param {Pair} pair */
async function type(pair) {
  const { ann } = pair;
  const field = ann.page.locator("#typed");
  const enter = async (/** @type {string} */ text) => {
    await field.fill(text);
    await field.press("Enter");
  };
  await field.focus();
  const offered = await ann.page.locator("#choices option").evaluateAll((options) => options.map((option) => option.getAttribute("value")));
  assert.deepEqual(offered.sort(), pair.now().legal, "completion offers what is legal");
  await enter("e5");
  await ann.reads("turn-problem", "e5 is occupied.");
  await ann.picture("refused-step");
  await enter("zz9");
  await ann.reads("turn-problem", /^Not a step: .+\.$/);
  await enter("f6,f7");
  await ann.reads("turn-problem", /over before this step/);
  await ann.shows(pair.now().board);
  await enter("pass");
  await ann.reads("turn-problem", "");
  await pair.played("pass");
  await pair.play("pass");
  await enter("c3, c4");
  await ann.reads("staged", "Staged: c3, c4. The turn is complete.");
  await ann.shows(pair.now(["c3", "c4"]).board);
  await enter("");
  await pair.played("c3,c4");
}

/** @param {Pair} pair */
async function takeBack(pair) {
  const { ben } = pair;
  await ben.stage(["k3", "k4"]);
  await ben.press("Take back");
  await ben.shows(pair.now(["k3"]).board);
  await ben.enter("k5");
  await ben.reads("staged", /^Staged: k3, k5\./);
  await ben.page.keyboard.press("Escape");
  await ben.reads("staged", /^Staged: k3\./);
  await ben.page.keyboard.press("Escape");
  await ben.shows(pair.now().board);
  assert.equal(await ben.page.getByRole("button", { name: "Take back" }).count(), 0, "nothing is left to take back");
  assert.equal(await ben.page.getByRole("button", { name: "End turn" }).count(), 0, "a turn without a stone cannot end");
  await pair.play("k6,k7");
}

/** @param {Pair} pair */
async function endEarly(pair) {
  await pair.play("pass", "pass");
  await pair.ann.stage(["c5"]);
  await pair.ann.press("End turn");
  await pair.played("c5,end");
  await pair.ben.stage(["k8"]);
  await pair.ben.press("End turn");
  await pair.played("k8,end");
}

/** @param {Pair} pair */
async function foresee(pair) {
  const { ann } = pair;
  await pair.play("f7", "q9", "h7", "q10", "pass", "q11");
  await ann.stage(["g6"]);
  await ann.reads("effects", "If the turn ended now: White captures Red's play stone on g7.");
  // What is told of the cells comes a moment after what is drawn.
  await until(async () => {
    const { doomed, toldDoomed, drawn } = await ann.reading();
    assert.deepEqual({ doomed, toldDoomed, drawn }, { doomed: ["g7"], toldDoomed: ["g7"], drawn: pair.now(["g6"]).board });
  });
  await ann.picture("would-be-captured");
  await ann.enter("g8");
  await ann.reads("effects", "With this turn: White captures Red's play stone on g7.");
  await ann.shows(pair.now(["g6", "g8"]).board);
  assert.equal((await ann.square("g7").getAttribute("aria-label"))?.startsWith("g7, White's capture stone"), true);
  await ann.press("Send turn");
  await pair.played("g6,g8");
  // Ben's turn comes next, then the tabs'.
  await pair.play("q12");
}

/** @param {Pair} pair */
async function twoTabs(pair) {
  await pair.play("pass", "pass");
  const { ann } = pair;
  const other = await ann.anotherTab();
  await other.open(pair.link);
  await ann.stage(["m3"]);
  await other.shows(pair.now().board);
  await other.stage(["m5"]);
  await ann.reads("staged", /^Staged: m3\./);
  await ann.page.bringToFront();
  await ann.shows(pair.now(["m3"]).board);
  await other.page.bringToFront();
  await other.press("End turn");
  await pair.played("m5,end");
  await other.sees(pair.count);
  await ann.page.bringToFront();
  await ann.shows(pair.now().board);
  await pair.play("k9,k10");
  for (const tab of [ann, other]) await tab.reads("staged", /^Choose on the board/);
  await pair.play("m6");
  await other.shows(pair.now().board);
  await other.page.close();
  // One tab is left: she is here.
  await pair.ben.page.waitForTimeout(500);
  assert.equal(await pair.ben.page.locator(".player.away").count(), 0, "who has a tab left is not away");
}

/** @param {Pair} pair */
async function keys(pair) {
  const { ann, ben } = pair;
  await tabTo(ben, "[data-cell]");
  assert.equal(await focused(ben), "k10", "the square that was touched last");
  // The board lies so that Ben sits at the bottom: up is towards rank 1.
  await walk(ben, ["ArrowUp", "ArrowUp", "ArrowRight"], "j8");
  await ben.page.keyboard.press("Enter");
  await pair.played("j8");
  await tabTo(ann, "#buttons [data-button=pass]");
  await ann.page.keyboard.press("Enter");
  await pair.played("pass");
  await tabTo(ben, "#buttons [data-button=pass]");
  await ben.page.keyboard.press("Enter");
  await pair.played("pass");
  await tabTo(ann, "[data-cell]");
  const start = await focused(ann);
  await ann.page.keyboard.press("ArrowLeft");
  const [file, rank] = [String.fromCharCode(start.charCodeAt(0) - 1), start.slice(1)];
  assert.equal(await focused(ann), `${file}${rank}`);
  await walk(ann, ["ArrowUp"], `${file}${Number(rank) + 1}`);
  await ann.page.keyboard.press("Enter");
  const first = await focused(ann);
  await ann.reads("staged", new RegExp(`^Staged: ${first}\\.`));
  await ann.page.keyboard.press("ArrowUp");
  const second = await focused(ann);
  await ann.page.keyboard.press(" ");
  await ann.reads("staged", `Staged: ${first}, ${second}. The turn is complete.`);
  await ann.picture("by-keys");
  await tabTo(ann, "#buttons .strong");
  await ann.page.keyboard.press("Enter");
  await pair.played(`${first},${second}`);
}

/** Presses Tab until something has the focus. @type {(person: Person, selector: string) => Promise<void>} */
async function tabTo(person, selector) {
  await person.page.bringToFront();
  await person.page.locator(selector).first().waitFor();
  for (let presses = 0; presses < 200; presses += 1) {
    if (await person.page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await person.page.keyboard.press("Tab");
  }
  assert.fail(`${person.name} cannot get to ${selector} by the Tab key`);
}

/** @param {Person} person */
async function focused(person) {
  return person.page.evaluate(() => document.activeElement?.getAttribute("data-name") ?? "");
}

/** @type {(person: Person, arrows: string[], to: string) => Promise<void>} */
async function walk(person, arrows, to) {
  for (const arrow of arrows) await person.page.keyboard.press(arrow);
  assert.equal(await focused(person), to);
}

/** @param {Pair} pair */
async function lookBack(pair) {
  const { ann, ben } = pair;
  await pair.play("o1,o2", "pass", "pass");
  const then = pair.count;
  // Ann looks back with a stone staged.
  await ann.stage(["q1"]);
  await ann.page.locator("#back").click();
  await ann.reads("where", `${then - 1} / ${then}`);
  assert.equal(await ann.page.locator("#composer").isVisible(), false, "the past cannot be changed");
  await until(async () => assert.equal(await ann.page.locator("#board .cell.target").count(), 0, "squares of the past are offered"));
  await ann.poke("q3");
  await ann.page.getByRole("button", { name: "Back to now" }).click();
  await ann.reads("staged", /^Staged: q1\./);
  await ann.shows(pair.now(["q1"]).board);
  // Ben looks back while Ann plays.
  await ben.page.locator("#turn-list li:nth-child(2) a").click();
  await ben.reads("where", `2 / ${then}`);
  const old = (await ben.reading()).drawn;
  await ann.enter("q2");
  await ann.press("Send turn");
  await ann.sees(then + 1);
  await ben.reads("where", `2 / ${then + 1}`);
  await ben.shows(old);
  await ben.picture("looking-back");
  await ben.page.keyboard.press("End");
  await pair.played("q1,q2");
  assert.equal(await ben.page.locator("#past").isVisible(), false);
  await ben.reads("staged", /^Choose on the board/);
}

/** @param {Pair} pair */
async function think(pair) {
  const { ann, ben } = pair;
  await ben.press("Resign …");
  await ben.press("Play on");
  await ben.press("Resign …");
  await ben.page.keyboard.press("Escape");
  await until(async () => assert.equal(await ben.page.locator("dialog[open]").count(), 0));
  await pair.play("a1,a2");
  // The one who is not to move leaves as well.
  await ben.resign();
  for (const person of [ann, ben]) {
    await person.reads("result", /^Ann wins All others have left the game\./);
    await person.sees(pair.count + 1);
  }
}

test("what is staged stays when somebody else leaves", (t) =>
  inHouse(t, "leaving", async (house) => {
    const [ann, ben, cleo] = await Promise.all(["Ann", "Ben", "Cleo"].map((name) => house.person(name)));
    const link = await ann.openTable({ players: "3", starter: "Whoever sits on the first chair" });
    for (const [at, friend] of [ben, cleo].entries()) {
      await friend.open(link);
      await friend.sit(at + 2);
    }
    await ann.reads("status", "Your turn, White.");
    for (const [at, person] of [ann, ben, cleo].entries()) {
      await person.play("pass");
      for (const each of [ann, ben, cleo]) await each.sees(at + 1);
    }
    await ann.stage(["e5"]);
    await cleo.resign();
    await ann.reads("notice", "The table changed while you were composing your turn. Your steps are kept.");
    await ann.reads("staged", /^Staged: e5\./);
    await ann.picture("kept");
    await ann.enter("e6");
    await ann.press("Send turn");
    for (const each of [ann, ben, cleo]) await each.sees(5);
    assert.deepEqual((await cleo.reading()).turns, ["pass", "pass", "pass", "leaves", "e5,e6"]);
    await ben.reads("status", "Your turn, Red.");
    await ann.reads("notice", "");
  }));

test("a draw is offered, passed over, and agreed on", (t) =>
  inHouse(t, "draw", async (house) => {
    const pair = await house.scene("a game of two begins", () => Pair.start(house, PHONE));
    const { ann, ben } = pair;
    await ann.press("Offer a draw");
    await ann.reads("offers", "You offer a draw: it stands until the next turn.");
    await ben.reads("offers", "Ann offers a draw. Agree to a draw");
    await ben.picture("offered");
    // The next turn is an answer, too.
    await pair.play("e5");
    await ben.reads("offers", /^ ?(Agree to a draw)?$/);
    await ben.press("Offer a draw");
    await ann.press("Agree to a draw");
    for (const person of [ann, ben]) await person.reads("result", /^A draw The players agreed on a draw\./);
    await ann.picture("agreed");
    assert.deepEqual((await ben.reading()).turns, ["e5"]);
  }));
