// Whether axe finds a serious accessibility problem on a page, in all the ways in which it is looked at.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

/** @import { AxeResults } from "axe-core" */
/** @import { Player } from "./player.js" */

const AXE = await readFile(new URL("../../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const DESKTOP = { width: 1440, height: 900 };
const SMALL = { width: 360, height: 640 };
/** @typedef {{ size: typeof DESKTOP, media: Parameters<Player["page"]["emulateMedia"]>[0], rules?: string[] }} Look */

const LIGHT = /** @type {const} */ ({ colorScheme: "light", forcedColors: "none" });
/** How a page is looked at: every rule is checked once at each size, and the contrast in all colours. @type {Look[]} */
export const LOOKS = [
  { size: DESKTOP, media: LIGHT },
  { size: SMALL, media: LIGHT },
  { size: SMALL, media: { colorScheme: "dark", forcedColors: "none" }, rules: ["color-contrast"] },
  { size: DESKTOP, media: { colorScheme: "light", forcedColors: "active" }, rules: ["color-contrast"] },
];
/** Enough for pages that are like others: every rule once at each size, light and dark. @type {Look[]} */
export const FEWER_LOOKS = [LOOKS[0], { ...LOOKS[2], rules: undefined }];
/** Enough for each of several pages that differ in their text alone. @param {number} at which of them */
export const oneLook = (at) => [FEWER_LOOKS[at % FEWER_LOOKS.length]];

/** The serious problems on a page: which rule, and where. @type {(player: Player, rules?: string[]) => Promise<string[]>} */
async function seriousProblems({ page }, rules) {
  // Evaluated like console input: the page's own policy would not let the script in.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // No rule reads the style sheets, which axe would fetch once more.
  /** @type {AxeResults} */
  const { violations } = await page.evaluate((runOnly) => /** @type {any} */ (window).axe.run({ resultTypes: ["violations"], preload: false, runOnly }), rules);
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`);
    return `${id}: ${places.join(" | ")}`;
  });
}

/** @type {(player: Player, what: string, looks?: Look[]) => Promise<void>} */
export async function check(player, what, looks = LOOKS) {
  const { page } = player;
  for (const { size, media, rules } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
    assert.deepEqual(await seriousProblems(player, rules), [], `${what}, ${size.width} wide, ${Object.values(media ?? {}).join(" ")}`);
  }
}
