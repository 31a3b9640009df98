// axe finds no serious accessibility problem on any page: in light, dark and forced colours, on a phone and on a desktop.

import { test } from "node:test";
import { comeBackAfterReset, importRecord, openReview, pagesOfRecord, playRated, signUp } from "./harness/account.js";
import { check, FEWER_LOOKS, LOOKS, oneLook } from "./harness/axe.js";
import { Match } from "./harness/match.js";
import { addPasskey, HOST, withAuthenticator } from "./harness/passkeys.js";
import { fixture, kinds } from "./harness/paths.js";
import { inScenario, LAPTOP } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Scenario } from "./harness/scenario.js" */

test("axe finds no serious problem", (t) =>
  inScenario(t, "axe", async (scenario) => {
    const ann = await scenario.player("Ann", LAPTOP);
    const ben = await scenario.player("Ben", LAPTOP);
    await scenario.step("pages of accounts", async () => {
      const eve = await scenario.player("Eve", { ...LAPTOP, host: HOST });
      for (const path of ["/sign-in", "/import", "/preferences", "/sign-up"]) {
        await eve.open(path);
        await check(eve, path, FEWER_LOOKS);
      }
      eve.monitor.allow(/422/);
      await eve.page.getByLabel("Name", { exact: true }).fill("Eve");
      await eve.page.getByLabel("Password", { exact: true }).fill("aaaaaaaaaa");
      await eve.press("Sign up");
      await eve.page.getByText("That is easy to guess.").waitFor();
      await check(eve, "/sign-up, refused");
      eve.monitor.allowNothing();
      await eve.page.getByLabel("Password", { exact: true }).fill("quiet green moss");
      await eve.press("Sign up");
      await eve.page.waitForURL(/\/$/);
      for (const path of ["/session", "/session/tokens", "/session/webhooks", "/session/notices", "/session/delete"]) {
        await eve.open(path);
        await check(eve, path);
      }
      await checkPasskeys(eve);
      const dora = await scenario.player("Dora", LAPTOP);
      await comeBackAfterReset(dora, "Dora", scenario.server);
      await check(dora, "/sign-in/new-password", FEWER_LOOKS);
      await checkRated(scenario, eve);
    });
    await scenario.step("pages without a table", async () => {
      const paths = ["/my", "/records", "/ratings", "/ratings/bushwhacked", "/statistics/bushwhacked", "/api", "/data", "/offline", "/rules", "/practice"];
      for (const path of ["/", ...paths]) {
        await ann.open(path);
        await check(ann, path, path === "/" ? LOOKS : FEWER_LOOKS);
      }
      for (const [at, kind] of kinds().entries()) {
        for (const path of [`/rules/${kind}`, `/learn/${kind}`]) {
          await ann.open(path);
          await check(ann, path, at === 0 ? LOOKS : oneLook(at));
        }
      }
      ann.monitor.allow(/404/);
      await ann.open("/g/aaaaaaaaaaaa");
      await check(ann, "no such table", FEWER_LOOKS);
      ann.monitor.allowNothing();
    });
    await scenario.step("a table before the start", async () => {
      const link = await ann.openTable({ players: "2" });
      await ben.open(link);
      await check(ann, "waiting");
      await check(ben, "before sitting down");
      await ann.open("/session");
      await check(ann, "signing out", FEWER_LOOKS);
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
    await scenario.step("a record from a file", async () => {
      await importRecord(ben, fixture("bushwhacked/three-friends.txt"));
      await ben.page.locator("body.alive").waitFor();
      await check(ben, "an imported record", FEWER_LOOKS);
    });
  }));

/** Checks the page of an account with a passkey, and what is said where something is refused. @param {Player} eve */
async function checkPasskeys(eve) {
  const { page } = eve;
  await withAuthenticator(eve);
  await eve.open("/session");
  eve.monitor.allow(/422/);
  await addPasskey(eve, "Eve's laptop", "not my password");
  await page.getByText("That is not your password.").waitFor();
  await check(eve, "/session, a passkey refused", FEWER_LOOKS);
  await addPasskey(eve, "Eve's laptop", "quiet green moss");
  await page.getByLabel(/^Remove Eve's laptop/).click();
  await check(eve, "/session, removing a passkey", FEWER_LOOKS);
  await page.locator(".confirm[open]").getByLabel("Your password").fill("not my password");
  await eve.press("Remove");
  await page.getByText("That is not your password.").waitFor();
  await check(eve, "/session, removing refused", FEWER_LOOKS);
  eve.monitor.allowNothing();
}

/** Checks what rated games lead to: the record and its pages, and the profile. @type {(scenario: Scenario, eve: Player) => Promise<void>} */
async function checkRated(scenario, eve) {
  const fay = await scenario.player("Fay", LAPTOP);
  await signUp(fay, "Fay");
  const pair = [eve, fay];
  await playRated(pair, ["Eve", "Fay"], scenario.server.url);
  const path = await playRated(pair, ["Eve", "Fay"], scenario.server.url);
  eve.allowDisconnects();
  for (const page of [...pagesOfRecord(path), "/@Fay", "/ratings", "/statistics/bushwhacked?opponents=people", "/records?player=Fay&player=Eve"]) {
    await eve.open(page);
    await check(eve, page, FEWER_LOOKS);
  }
  await openReview(eve, path);
  await check(eve, "the review");
}
