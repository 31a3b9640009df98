// Every page at many sizes: nothing overlaps, nothing is clipped, and the board and whose turn it is are in sight together.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importRecord, openReview, pagesOfRecord, playRated, signUp } from "./harness/account.js";
import { layoutProblems, outOfSight } from "./harness/boxes.js";
import { fixture } from "./harness/paths.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { Record } from "./harness/record.js";
import { inScenario, LAPTOP } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** @type {[string, number, number][]} the name of a size, and its width and height (CSS pixels) */
const SIZES = [
  ["a small phone", 360, 640],
  ["a phone", 390, 844],
  ["a small phone held sideways", 640, 360],
  ["a phone held sideways", 844, 390],
  ["a laptop at 200%", 640, 400],
  ["a tablet", 768, 1024],
  ["a tablet held sideways", 1024, 768],
  ["a laptop", 1280, 800],
  ["a monitor", 1920, 1080],
  ["a large monitor", 2560, 1440],
  ["an ultrawide monitor", 3440, 1440],
];

/** Enough for pages without a table. */
const FEWER_SIZES = SIZES.filter((_, at) => at % 2 === 0);

/** As long as names may be: 24 characters. */
const NAMES = ["Wilhelmina Montgomery-Wu", "Maximilian von Wittenber", "Oluwaseun Adeyemi-Bright", "Xi"];
const TWO = { Game: "bushwhacked", Seats: "2" };
const FOUR = { Game: "bushwhacked", Seats: "4" };
/** The widest that clocks can be. */
const FOUR_WITH_CLOCKS = { ...FOUR, Clock: "10800+180" };
const TWO_WITH_DAYS = { ...TWO, Clock: "30d+72h, cap 60d, grace 24h" };

/** How long a page may take to settle at a new size before that counts as a problem (milliseconds). */
const SETTLING = 5_000;

/** Opens a page and looks at it at every size. Returns what is wrong with it. @type {(player: Player, path: string, what: string, inSight?: string[], sizes?: typeof SIZES) => Promise<string[]>} */
async function look(player, path, what, inSight = [], sizes = SIZES) {
  await player.open(path);
  const isAlive = path.startsWith("/g/") && !/\/(continue|note)/.test(path);
  if (isAlive) await player.page.locator("body.alive").waitFor();
  return measure(player, what, inSight, sizes);
}

/** For a page that is open. @type {(player: Player, what: string, inSight?: string[], sizes?: typeof SIZES) => Promise<string[]>} */
async function measure(player, what, inSight = [], sizes = SIZES) {
  const { page } = player;
  // Each size lays the page out anew.
  player.monitor.countsShifts = false;
  for (const selector of inSight) await page.locator(selector).waitFor();
  /** @type {string[]} */
  const found = [];
  for (const [size, width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    let problems = ["not measured"];
    const check = async () => {
      problems = [...(await layoutProblems(page)), ...(await outOfSight(page, inSight))];
      assert.deepEqual(problems, []);
    };
    await until(check, SETTLING).catch(async () => {
      found.push(...problems.map((problem) => `${what}, ${size}: ${problem}`));
      await player.photograph(`${what.replaceAll("/", "-")}, ${size}`);
    });
  }
  return found;
}

const PLAYING = ["#board", "#status", ".player.moving"];

test("at every size nothing overlaps, nothing is clipped, and the board is in sight", (t) =>
  inScenario(t, "screens", async (scenario) => {
    const players = await Promise.all(NAMES.map((name) => scenario.player(name, { ...LAPTOP, reducedMotion: "reduce" })));
    const [ann, ben, cem] = players;
    const server = scenario.server.url;
    /** @type {string[]} */
    const problems = [];
    const see = async (/** @type {Parameters<typeof look>} */ ...what) => problems.push(...(await look(...what)));
    await scenario.step("a table before the start", async () => {
      const path = await openTable([ann, ben], FOUR, NAMES);
      await see(ann, path, "the host waits");
      await see(cem, path, "somebody has opened the link");
    });
    await scenario.step("the turn of somebody who plays for the first time", async () => {
      const path = await openTable([ann, ben], TWO, NAMES);
      await see(ann, path, "the first turn", PLAYING);
    });
    await scenario.step("a game of two, and its result", async () => {
      const { turns } = Record.fixture("bushwhacked/two-friends");
      const path = await openTable([ann, ben], TWO, NAMES, true);
      await playTurns([ann, ben], TWO, path, server, turns.slice(0, 40));
      await see(ann, path, "one of two has the turn", PLAYING);
      await see(ben, path, "the other waits", PLAYING);
      await playTurns([ann, ben], TWO, path, server, turns, 40);
      await see(ann, path, "the result", ["#board", "#status"]);
      await see(ann, `${path}/note`, "a note", [], FEWER_SIZES);
      await see(cem, path.replace("/g/", "/embed/"), "the frame of a game", ["#board", "#replay"]);
    });
    await scenario.step("a game of four, and an earlier position of it", async () => {
      const { turns } = Record.fixture("bushwhacked/four-friends");
      const path = await openTable(players, FOUR, NAMES);
      await playTurns(players, FOUR, path, server, turns.slice(0, 70));
      await see(cem, path, "one of four has the turn", PLAYING);
      await see(ann, `${path}#30`, "looking back", PLAYING);
    });
    await scenario.step("pages without a table", async () => {
      for (const path of [
        "/",
        "/my",
        "/records",
        "/ratings",
        "/api",
        "/data",
        "/ratings/bushwhacked",
        "/statistics/bushwhacked",
        "/preferences",
        "/session",
        "/session/delete",
        "/sign-in",
        "/sign-up",
        "/import",
        "/offline",
        "/rules",
        "/practice",
        "/rules/bushwhacked",
        "/learn/bushwhacked",
      ]) {
        await see(ann, path, path, [], FEWER_SIZES);
      }
    });
    await scenario.step("a record from a file", async () => {
      await importRecord(ann, fixture("bushwhacked/four-friends.txt"));
      await ann.page.locator("body.alive").waitFor();
      problems.push(...(await measure(ann, "an imported record", ["#board", "#status"])));
    });
    assert.ok(problems.length === 0, problems.join("\n"));
  }));

test("what rated games lead to fits at every size", (t) =>
  inScenario(t, "screens-rated", async (scenario) => {
    const names = ["Bartholomew Featherstone", "Alexandrina Whittington-"];
    const players = await Promise.all(names.map((name) => scenario.player(name, { ...LAPTOP, reducedMotion: "reduce" })));
    const [ann] = players;
    for (const [at, player] of players.entries()) await signUp(player, names[at]);
    await playRated(players, names, scenario.server.url);
    const path = await playRated(players, names, scenario.server.url);
    ann.allowDisconnects();
    const profile = `/@${encodeURIComponent(names[1])}`;
    /** @type {string[]} */
    const problems = [];
    for (const page of [
      ...pagesOfRecord(path),
      profile,
      "/session",
      "/session/tokens",
      "/session/webhooks",
      "/session/notices",
      "/session/delete",
      "/ratings",
      "/statistics/bushwhacked",
      "/records?rated=yes",
    ]) {
      problems.push(...(await look(ann, page, page)));
    }
    await openReview(ann, path);
    problems.push(...(await measure(ann, "the review")));
    assert.ok(problems.length === 0, problems.join("\n"));
  }));

test("with clocks, too, nothing overlaps and the board is in sight", (t) =>
  inScenario(t, "screens-clocks", async (scenario) => {
    const players = await Promise.all(NAMES.map((name) => scenario.player(name, { ...LAPTOP, reducedMotion: "reduce" })));
    const [ann, ben, cem] = players;
    /** @type {string[]} */
    const problems = [];
    const waiting = await openTable([ann, ben], FOUR_WITH_CLOCKS, NAMES);
    problems.push(...(await look(cem, waiting, "somebody has opened the link")));
    const four = await openTable(players, FOUR_WITH_CLOCKS, NAMES);
    await playTurns(players, FOUR, four, scenario.server.url, ["e5", "f9"]);
    problems.push(...(await look(cem, four, "one of four has the turn", PLAYING)));
    const days = await openTable([ann, ben], TWO_WITH_DAYS, NAMES);
    problems.push(...(await look(ben, days, "days", PLAYING)));
    assert.ok(problems.length === 0, problems.join("\n"));
  }));

test("a finished game on paper, without a script, and looked back on", (t) =>
  inScenario(t, "record", async (scenario) => {
    const players = await Promise.all(NAMES.map((name) => scenario.player(name, LAPTOP)));
    const [ann] = players;
    const { turns } = Record.fixture("bushwhacked/four-friends");
    const path = await openTable(players, FOUR, NAMES);
    await playTurns(players, FOUR, path, scenario.server.url, turns);
    await scenario.step("an earlier position shows who was to move, and who had not left yet", () => lookBack(ann, path));
    await scenario.step("in forced colours, what is chosen is marked", () => forceColours(ann));
    await scenario.step("on paper, the board and the turns", () => print(ann, turns.length));
    const eve = await scenario.player("Eve", { ...LAPTOP, javaScriptEnabled: false });
    await scenario.step("without a script, the cards of the players are whole", () => readWithoutScript(eve, path));
  }));

/** What the card of each player says besides the name. @param {Player} player */
const states = ({ page }) => page.locator("#players .player .state").allTextContents();

/** @type {(player: Player, path: string) => Promise<void>} */
async function lookBack(player, path) {
  const { page } = player;
  await player.open(path);
  await until(async () => assert.deepEqual(await states(player), ["", "", "", "left"]));
  await page.locator("#turn-list li:nth-child(64) a").click();
  assert.equal(new URL(page.url()).hash, "#64", "the address is written at once");
  await until(async () => assert.deepEqual(await states(player), ["to move", "", "", ""]));
  await page.locator("#turn-list li:nth-child(66) a").click();
  await until(async () => assert.deepEqual(await states(player), ["", "to move", "", "left"]));
  await page.goBack();
  await until(async () => assert.deepEqual(await states(player), ["to move", "", "", ""]));
}

/** @param {Player} player */
async function forceColours(player) {
  const { page } = player;
  await page.emulateMedia({ forcedColors: "active" });
  const background = (/** @type {string} */ selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.notEqual(await background("#turn-list a[aria-current]"), await background("#turn-list a:not([aria-current])"), "the current turn is not marked");
  const outline = (/** @type {string} */ selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(await outline(".player.moving"), "solid", "the mover is not marked");
  assert.equal(await outline(".player:not(.moving)"), "none");
  await page.locator("#auto").click();
  assert.notEqual(await background("#auto"), await background("#back"), "pressed Autoplay is not marked");
  await player.screenshot("forced-colours");
  await page.emulateMedia({ forcedColors: "none" });
}

/** @type {(player: Player, turns: number) => Promise<void>} */
async function print(player, turns) {
  const { page } = player;
  player.monitor.countsShifts = false;
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 794, height: 1123 });
  for (const selector of ["header", "#tools", "#sheet", "#menus", "#toasts"]) {
    assert.equal(await page.locator(selector).isVisible(), false, `${selector} is printed`);
  }
  for (const selector of ["#board", "h1", "#result"]) assert.equal(await page.locator(selector).isVisible(), true, `${selector} is not printed`);
  assert.deepEqual(await layoutProblems(page), []);
  const list = await page
    .locator("#turn-list")
    .evaluate(({ clientHeight, scrollHeight, children }) => ({ cut: scrollHeight > clientHeight, turns: children.length }));
  assert.deepEqual(list, { cut: false, turns });
  await player.screenshot("on-paper");
  await page.emulateMedia({ media: "screen" });
}

/** @type {(player: Player, path: string) => Promise<void>} */
async function readWithoutScript(player, path) {
  await player.open(path);
  const cards = (await player.page.locator("#players .player").allInnerTexts()).map((card) => card.replace(/\s+/g, " ").trim());
  assert.equal(cards.length, NAMES.length);
  for (const [seat, card] of cards.entries()) {
    assert.ok(card.startsWith(NAMES[seat]), card);
    assert.match(card, /in hand \d+ .*capture stones \d+$/);
  }
  assert.match(cards[3], /left/);
  for (const [size, width, height] of SIZES) {
    await player.page.setViewportSize({ width, height });
    assert.deepEqual(await layoutProblems(player.page), [], size);
    const edge = await player.page.locator(".board-picture").evaluate((picture) => picture.getBoundingClientRect().right);
    assert.ok(edge <= width, `${size}: the board ends at ${edge}`);
  }
  await player.screenshot("without-script");
}
