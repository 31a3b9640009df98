// Tokens and bots: made on a page of the account; a token is shown once, and revoked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp } from "./harness/account.js";
import { layoutProblems } from "./harness/boxes.js";
import { inScenario, LAPTOP } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
];

/** Looks at the page on a phone and on a desktop, light and dark. @type {(player: Player, name: string) => Promise<void>} */
async function look(player, name) {
  for (const size of SIZES) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await player.page.setViewportSize(size);
      await player.page.emulateMedia({ colorScheme });
      assert.deepEqual(await layoutProblems(player.page), [], `${name}, ${size.width} wide`);
      await player.screenshot(`${name}-${size.width}-${colorScheme}`);
    }
  }
}

test("a token is made, shown once, and revoked; a bot says whose it is", (t) =>
  inScenario(t, "tokens", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const { page } = ann;
    await signUp(ann, "Ann");
    await ann.open("/session/tokens");
    await page.getByText("You have no tokens.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("A program that tells a group of friends whose turn it is");
    await page.getByLabel("See my tables and invitations").check();
    await page.locator("#password").fill("quiet green moss");
    await ann.press("Make the token");
    await page.getByText("it is shown only this once").waitFor();
    assert.match(await page.locator(".secret").innerText(), /^thicket_[0-9a-v]{56}$/);
    await look(ann, "made");
    await ann.open("/session/tokens");
    assert.equal(await page.locator(".secret").count(), 0);
    await look(ann, "listed");
    await page.getByRole("button", { name: /^Revoke/ }).click();
    await page.getByText("You have no tokens.").waitFor();
    await page.getByLabel("Name of a new bot").fill("Mechanical Turk of Ann");
    await page.locator("#bot-password").fill("quiet green moss");
    await ann.press("Make the bot and its token");
    await page.getByText("The token “Mechanical Turk of Ann” is ready").waitFor();
    await page.getByLabel("For", { exact: true }).selectOption({ label: "Mechanical Turk of Ann" });
    await look(ann, "bots");
    await page.getByRole("link", { name: "Mechanical Turk of Ann" }).click();
    await page.getByText("A program of Ann").waitFor();
    await look(ann, "bot");
  }));
