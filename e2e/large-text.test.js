// Text at twice its size on a phone: no page scrolls sideways, and nothing is cut.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openReview, playRated, signUp } from "./harness/account.js";
import { layoutProblems } from "./harness/boxes.js";
import { openTable, playTurns } from "./harness/quick-table.js";
import { Record } from "./harness/record.js";
import { inScenario, LAPTOP } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const PHONE = { ...LAPTOP, viewport: { width: 390, height: 844 }, reducedMotion: /** @type {const} */ ("reduce") };
/** As long as names may be: 24 characters. */
const NAMES = ["Wilhelmina Montgomery-Wu", "Maximilian von Wittenber", "Oluwaseun Adeyemi-Bright", "Xi"];
const TWO = { Game: "bushwhacked", Seats: "2" };
const FOUR = { Game: "bushwhacked", Seats: "4" };
/** How long a page may take to settle before that counts as a problem (milliseconds). */
const SETTLING = 5_000;

/** As the settings of a browser do it, text is twice as large as usual. @param {Player} player */
async function enlarge({ page }) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
}

test("text at 200% fits a phone on every page", (t) =>
  inScenario(t, "large-text", async (scenario) => {
    const players = await Promise.all(NAMES.map((name) => scenario.player(name, PHONE)));
    const [ann, ben, cem] = players;
    for (const player of players) {
      player.monitor.countsShifts = false;
      player.monitor.allow(/status of 404/);
      await enlarge(player);
    }
    const server = scenario.server.url;
    /** @type {string[]} */
    const problems = [];
    const see = async (/** @type {Player} */ player, /** @type {string} */ path, /** @type {string} */ what) => {
      await player.open(path);
      if (path.startsWith("/g/") && !path.includes("/continue")) await player.page.locator("body.alive").waitFor();
      problems.push(...(await measure(player, what)));
    };
    await scenario.step("tables before the start and in play", async () => {
      const waiting = await openTable([ann, ben], FOUR, NAMES);
      await see(ann, waiting, "the host waits");
      await see(cem, waiting, "somebody has opened the link");
      const first = await openTable([ann, ben], TWO, NAMES);
      await see(ann, first, "the first turn");
      await see(ben, first, "the other waits");
      const { turns } = Record.fixture("bushwhacked/four-friends");
      const four = await openTable(players, FOUR, NAMES);
      await playTurns(players, FOUR, four, server, turns.slice(0, 70));
      await see(cem, four, "one of four has the turn");
      await see(ann, `${four}#30`, "looking back");
    });
    await scenario.step("a game that is over, and what is made of it", async () => {
      for (const [at, player] of [ann, ben].entries()) await signUp(player, NAMES[at]);
      const path = await playRated([ann, ben], NAMES, server);
      await see(ann, path, "the result");
      await see(cem, path, "a record");
      await see(cem, path.replace("/g/", "/embed/"), "the frame of a game");
      await see(ann, `${path}/explore?at=2`, "explore");
      await see(ann, `${path}/continue?turn=2`, "continuing");
      await openReview(cem, path);
      problems.push(...(await measure(cem, "the review")));
    });
    await scenario.step("pages without a table", async () => {
      const own = ["/", "/my", "/session", "/session/delete", `/@${encodeURIComponent(NAMES[1])}`];
      const all = ["/", "/records", "/ratings", "/ratings/bushwhacked", "/statistics/bushwhacked", "/players", "/rules", "/rules/bushwhacked"];
      const more = ["/learn/bushwhacked", "/sign-in", "/sign-up", "/import", "/api", "/about", "/privacy", "/nothing-here"];
      for (const path of own) await see(ann, path, `${path} of a member`);
      for (const path of [...all, ...more]) await see(players[3], path, path);
    });
    assert.ok(problems.length === 0, problems.join("\n"));
  }));

/** What is wrong with the page that is open. @type {(player: Player, what: string) => Promise<string[]>} */
async function measure(player, what) {
  let problems = ["not measured"];
  const check = async () => {
    problems = await layoutProblems(player.page);
    assert.deepEqual(problems, []);
  };
  await until(check, SETTLING).catch(() => player.photograph(what.replaceAll("/", "-")));
  return problems.map((problem) => `${what}: ${problem}`);
}
