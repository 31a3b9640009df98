// Where two things are on a player's page.

/** @import { Player } from "./player.js" */
import assert from "node:assert/strict";
import { until } from "./until.js";

/** The box of an element on the screen. @type {(player: Player, selector: string) => Promise<{ x: number, y: number, width: number, height: number }>} */
export async function box(player, selector) {
  const found = await player.page.locator(selector).boundingBox();
  assert.ok(found && found.width > 0 && found.height > 0, `${player.name} does not see ${selector}`);
  return found;
}

/** Waits until two elements do not overlap: the sheet glides to its place. @type {(player: Player, one: string, other: string) => Promise<void>} */
export async function apart(player, one, other) {
  await until(async () => {
    const [a, b] = [await box(player, one), await box(player, other)];
    const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    assert.ok(across <= 1 || down <= 1, `${player.name}: ${one} overlaps ${other} by ${across.toFixed()}x${down.toFixed()}`);
  });
}
