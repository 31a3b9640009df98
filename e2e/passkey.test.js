// Passkeys, with the virtual authenticator of the browser: added, used to sign in by the button and beside the name, removed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutProblems } from "./harness/boxes.js";
import { addPasskey, HOST, withAuthenticator } from "./harness/passkeys.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";

/** @import { Player } from "./harness/player.js" */

const PASSWORD = "quiet green moss";

/** Has a page offer no passkeys beside the name. It runs in the page. */
function withoutOffer() {
  if ("PublicKeyCredential" in window) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
}

/** @param {Player} player */
async function signUp({ page }) {
  await page.goto("/sign-up");
  await page.getByLabel("Name", { exact: true }).fill("Ann");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(/\/$/);
}

/** @param {Player} player */
const isSignedIn = async ({ page }) => {
  await page.waitForURL(/\/$/);
  assert.equal(await page.locator("#you bdi").innerText(), "Ann");
};

test("a passkey is added, used and removed", (t) =>
  inScenario(t, "passkey", async (scenario) => {
    const ann = await scenario.player("Ann", { ...LAPTOP, host: HOST });
    const { page } = ann;
    const device = await withAuthenticator(ann);
    await ann.device.context.addInitScript(withoutOffer);
    await scenario.step("Ann adds a passkey to her account", async () => {
      await signUp(ann);
      await ann.open("/session");
      await ann.screenshot("none");
      ann.monitor.allow(/422/);
      await addPasskey(ann, "Ann's laptop", "not my password");
      await page.getByText("That is not your password.").waitFor();
      ann.monitor.allowNothing();
      await addPasskey(ann, "Ann's laptop", PASSWORD);
      await page.locator("#passkeys li").filter({ hasText: "Ann's laptop" }).filter({ hasText: "not used yet" }).waitFor();
      await ann.screenshot("added");
      // This device has one already.
      await addPasskey(ann, "Another", PASSWORD);
      await page.getByText("This device already has a passkey for your account.").waitFor();
      assert.equal(await page.locator("#passkeys li").count(), 1);
    });
    await scenario.step("she signs in by the button", async () => {
      await ann.press("Sign out of this browser");
      await page.waitForURL(/\/$/);
      await ann.open("/sign-in");
      await ann.screenshot("sign-in");
      await ann.press("Sign in with a passkey");
      await isSignedIn(ann);
      await ann.open("/session");
      await page.locator("#passkeys li").filter({ hasText: "last used" }).waitFor();
      assert.equal(await page.locator(".sessions").first().locator("li").count(), 1);
    });
    await scenario.step("a device that does not know her signs nobody in", async () => {
      await ann.press("Sign out of this browser");
      await page.waitForURL(/\/$/);
      await device.verifies(false);
      await ann.open("/sign-in");
      await ann.press("Sign in with a passkey");
      await page.getByText("Nothing was changed: your device did not confirm it.").waitFor();
      await device.verifies(true);
    });
    await scenario.step("she removes it, and it signs nobody in", async () => {
      await ann.press("Sign in with a passkey");
      await isSignedIn(ann);
      await ann.open("/session");
      await ann.touch(page.getByLabel("Remove Ann's laptop"));
      await page.locator("#passkeys li").getByLabel("Your password").fill(PASSWORD);
      assert.ok(!(await page.getByLabel("Sign out other browsers").isChecked()), "nothing is chosen for her");
      await ann.touch(page.getByLabel("Sign out other browsers"));
      await ann.press("Remove");
      await page.locator("#passkeys li").waitFor({ state: "detached" });
      await ann.press("Sign out of this browser");
      await page.waitForURL(/\/$/);
      ann.monitor.allow(/422/);
      await ann.open("/sign-in");
      await ann.press("Sign in with a passkey");
      await page.getByText("No account here has this passkey.").waitFor();
    });
  }));

test("the browser offers a passkey beside the name", (t) =>
  inScenario(t, "passkey-offer", async (scenario) => {
    const ann = await scenario.player("Ann", { ...LAPTOP, host: HOST });
    await withAuthenticator(ann);
    await signUp(ann);
    await ann.open("/session");
    await addPasskey(ann, "Ann's laptop", PASSWORD);
    await ann.page.locator("#passkeys li").waitFor();
    await ann.press("Sign out of this browser");
    await ann.page.waitForURL(/\/$/);
    // The virtual device takes the offer at once.
    await ann.page.goto("/sign-in");
    await isSignedIn(ann);
  }));

test("the page of an account with a passkey fits every screen, by day and by night", (t) =>
  inScenario(t, "passkey-screens", async (scenario) => {
    const ann = await scenario.player("Ann", { ...PHONE, host: HOST });
    const { page } = ann;
    await withAuthenticator(ann);
    await signUp(ann);
    await ann.open("/session");
    await addPasskey(ann, "A passkey with a name as long as it can b", PASSWORD);
    await page.locator("#passkeys li").waitFor();
    // The forms that ask for the password are open, too.
    await page.getByLabel(/^Remove A passkey/).tap();
    for (const size of [
      { width: 360, height: 640 },
      { width: 1280, height: 800 },
    ]) {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await layoutProblems(page), [], `${size.width} wide`);
        await page.locator("#passkeys").scrollIntoViewIfNeeded();
        await ann.screenshot(`${size.width}-${colorScheme}`);
      }
    }
  }));
