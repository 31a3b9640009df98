// Tournaments that begin while a test runs.

/** @import { Player } from "./player.js" */

/** How long people have to sign up and to confirm (milliseconds). */
export const SIGN_UP = 40_000;

/** Sends the form of a new tournament, which is filled in but for its start, and signs up. @param {Player} director */
export async function announce(director) {
  const { page } = director;
  const start = new Date(Date.now() + SIGN_UP).toISOString();
  await page.getByLabel("Day", { exact: true }).fill(start.slice(0, 10));
  const time = page.getByLabel("Time", { exact: true });
  // People choose minutes; a test has no time to wait for one.
  await time.evaluate((input) => input.setAttribute("step", "1"));
  await time.fill(start.slice(11, 19));
  await page.getByLabel("Time zone").fill("UTC");
  await director.press("Announce the tournament");
  await page.getByRole("heading", { name: "Signed up" }).waitFor();
  await director.press("Sign up");
}
