// axe finds no serious accessibility problem on any page, in either colour scheme.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { kinds } from "./harness/paths.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */
/** @import { AxeResults } from "axe-core" */

const AXE = await readFile(new URL("../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** The serious problems on a page: which rule, and where. @param {Player} player */
async function seriousProblems({ page }) {
  // Evaluated like console input: the page's own policy would not let the script in.
  await page.evaluate(AXE);
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run({ resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`);
    return `${id}: ${places.join(" | ")}`;
  });
}

/** @type {(player: Player, what: string) => Promise<void>} */
async function check(player, what) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await player.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await player.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
    assert.deepEqual(await seriousProblems(player), [], `${what}, ${colorScheme}`);
  }
}

test("axe finds no serious problem", (t) =>
  inScenario(t, "axe", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const ben = await scenario.player("Ben", PHONE);
    await scenario.step("pages without a table", async () => {
      const paths = kinds().flatMap((kind) => [`/rules/${kind}`, `/learn/${kind}`]);
      for (const path of ["/", "/records", "/rules", ...paths]) {
        await ann.open(path);
        await check(ann, path);
      }
      ann.monitor.allow(/404/);
      await ann.open("/g/aaaaaaaaaaaa");
      await check(ann, "no such table");
      ann.monitor.allowNothing();
    });
    await scenario.step("a table before the start", async () => {
      const link = await ann.openTable({ players: "2" });
      await ben.open(link);
      await check(ann, "waiting");
      await check(ben, "before sitting down");
      await ann.open("/session");
      await check(ann, "signing out");
      await ann.open(link);
    });
    await scenario.step("a table in play, a dialog, and the result", async () => {
      await Match.start(scenario, [ann, ben]);
      for (const player of [ann, ben]) await check(player, `${player.name} plays`);
      await ann.press("Resign…");
      await check(ann, "the dialog");
      await ann.press("Resign");
      for (const player of [ann, ben]) {
        await player.phase("over");
        await check(player, `${player.name} sees the result`);
      }
    });
  }));
