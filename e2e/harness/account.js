// Players with accounts, and the games that they have played.

import { openTable, playTurns } from "./quick-table.js";
import { Record } from "./record.js";

/** @import { Player } from "./player.js" */
/** @import { Server } from "./server.js" */

const RATED = { Game: "bushwhacked", Seats: "2", Clock: "600+10" };
const TURNS = Record.fixture("bushwhacked/two-friends").turns.slice(0, 6);

/** @type {(player: Player, name: string) => Promise<void>} */
export async function signUp(player, name) {
  await player.open("/sign-up");
  await player.page.getByLabel("Name", { exact: true }).fill(name);
  await player.page.getByLabel("Password", { exact: true }).fill("quiet green moss");
  await player.press("Sign up");
  await player.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
}

/** Signs up, has the password reset, and signs in with the new one: what follows is the page to choose another. @type {(player: Player, name: string, server: Server) => Promise<void>} */
export async function comeBackAfterReset(player, name, server) {
  const { page } = player;
  await signUp(player, name);
  await player.open("/session");
  await player.press("Sign out of this browser");
  await page.waitForURL(/\/$/);
  const password = /is (\S+)/.exec(await server.admin("reset-password", name))?.[1] ?? "";
  await player.open("/sign-in");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
}

/**
 * A short public game between two accounts, which changes their ratings. The first of them resigns.
 * @type {(players: Player[], names: string[], server: string) => Promise<string>} returns the path of the record
 */
export async function playRated(players, names, server) {
  const path = await openTable(players, RATED, names, true, true);
  await playTurns(players, RATED, path, server, [...TURNS, "drop:1"]);
  return path;
}

/** The pages that lead on from the record of that game. @param {string} path */
export const pagesOfRecord = (path) => [
  `${path}?turn=2`,
  `${path}/explore?at=2&moves=${TURNS[2]}+(pass)`,
  `${path}/continue?turn=2`,
  path.replace("/g/", "/embed/"),
];

/** Opens the record of a game from a file. @type {(player: Player, file: string) => Promise<void>} */
export async function importRecord({ page }, file) {
  await page.goto("/import");
  await page.getByLabel("Or choose a file").setInputFiles(file);
  await page.getByRole("button", { name: "Show the game" }).click();
}

/** Asks for the review of a game that is over, and waits until it is there. @type {(player: Player, path: string) => Promise<void>} */
export async function openReview(player, path) {
  await player.open(path);
  await player.press("Review this game");
  await player.page.locator("#review-ribbon svg.ribbon").waitFor({ timeout: 300_000 });
  await player.page.locator("#review-progress").waitFor({ state: "hidden", timeout: 300_000 });
}
