// Preferences: chosen without a script in the browser and in the account, and in a dialog in the middle of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signUp } from "./harness/account.js";
import { layoutProblems } from "./harness/boxes.js";
import { Match } from "./harness/match.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const DARK_PAPER = "rgb(22, 26, 21)";
const LIGHT_PAPER = "rgb(240, 236, 224)";
const SIZES = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 1280, height: 800 },
];

/** @param {Player} player */
const paper = ({ page }) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
/** @param {Player} player */
const textSize = ({ page }) => page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));

/** Chooses on the page of the preferences, or in their dialog. @type {(player: Player, ...labels: string[]) => Promise<void>} */
async function choose({ page }, ...labels) {
  const form = page.locator("#preferences");
  for (const label of labels) await form.getByLabel(label, { exact: true }).click();
}

/** @param {Player} player */
async function save(player) {
  await player.press("Save");
  await player.page.getByText("Your preferences are saved.").waitFor();
}

test("a guest chooses without a script, signs up, and finds it all on another device", (t) =>
  inScenario(t, "preferences", async (scenario) => {
    const ann = await scenario.player("Ann", { ...LAPTOP, colorScheme: "light", javaScriptEnabled: false });
    await scenario.step("the page at three sizes", async () => {
      await ann.open("/preferences");
      for (const size of SIZES) {
        await ann.page.setViewportSize(size);
        assert.deepEqual(await layoutProblems(ann.page), [], `${size.width} wide`);
        await ann.screenshot(`light-${size.width}`);
      }
    });
    await scenario.step("dark wins over the device, and text is larger", async () => {
      assert.equal(await paper(ann), LIGHT_PAPER);
      await choose(ann, "Dark", "Larger", "Coordinates");
      await save(ann);
      for (const path of ["/preferences", "/", "/rules", "/nothing/here"]) {
        if (path === "/nothing/here") ann.monitor.allow(/404/);
        await ann.open(path);
        assert.deepEqual([await paper(ann), await textSize(ann)], [DARK_PAPER, 19.2], path);
      }
      await ann.screenshot("dark-not-found");
      ann.monitor.allowNothing();
      await ann.open("/preferences");
      for (const size of SIZES) {
        await ann.page.setViewportSize(size);
        assert.deepEqual(await layoutProblems(ann.page), [], `${size.width} wide, larger`);
        await ann.screenshot(`dark-${size.width}`);
      }
      assert.ok(!(await ann.page.getByLabel("Coordinates").isChecked()));
    });
    await scenario.step("an account takes them along", async () => {
      await signUp(ann, "Ann");
      const phone = await scenario.player("Ann's phone", { ...PHONE, colorScheme: "light" });
      await phone.open("/sign-in");
      assert.equal(await paper(phone), LIGHT_PAPER);
      await phone.page.getByLabel("Name", { exact: true }).fill("Ann");
      await phone.page.getByLabel("Password", { exact: true }).fill("quiet green moss");
      await phone.touch(phone.page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }));
      await phone.page.waitForURL(/\/$/);
      assert.deepEqual([await paper(phone), await textSize(phone)], [DARK_PAPER, 19.2]);
      await phone.screenshot("home-dark-larger");
      await phone.open("/preferences");
      await choose(phone, "Light", "Normal");
      await save(phone);
      await ann.open("/");
      assert.deepEqual([await paper(ann), await textSize(ann)], [LIGHT_PAPER, 16], "what is chosen at one device holds at the other");
    });
    await scenario.step("what cannot be chosen is refused in words", async () => {
      ann.monitor.allow(/422/);
      await ann.open("/preferences");
      const answer = await ann.page.request.post("/preferences", { form: { theme: "pink" }, headers: { Origin: new URL(ann.page.url()).origin } });
      assert.equal(answer.status(), 422);
      assert.match(await answer.text(), /“pink” cannot be chosen for “theme”\./);
    });
  }));

/** Counts the sounds of a page by their lowest notes. @param {Player} player */
const listen = ({ page }) =>
  page.evaluate(() => {
    const { OscillatorNode } = window;
    const heard = /** @type {number[]} */ (Object.assign(window, { heard: [] }).heard);
    window.OscillatorNode = class extends OscillatorNode {
      constructor(/** @type {BaseAudioContext} */ context, /** @type {OscillatorOptions} */ options = {}) {
        super(context, options);
        heard.push(Math.round(options.frequency ?? 0));
        Object.assign(window, { audio: context });
      }
    };
  });
/** @param {Player} player */
const heardBy = ({ page }) => page.evaluate(() => /** @type {any} */ (window).heard);

test("in a game the preferences are a dialog, and what is saved holds at once", (t) =>
  inScenario(t, "preferences-at-a-table", async (scenario) => {
    const match = await Match.ofTwo(scenario, { ...LAPTOP, colorScheme: "light" });
    const [ann, ben] = match.players;
    await match.play("e5");
    await scenario.step("the board is dark and has no names of rows and columns", async () => {
      await ann.markDocument();
      assert.ok(await ann.page.locator("#board .label").first().isVisible());
      await ann.openSettings();
      await ann.touch(ann.page.getByRole("link", { name: "Preferences" }));
      const dialog = ann.page.getByRole("dialog", { name: "Preferences" });
      await dialog.waitFor();
      await ann.screenshot("dialog-light");
      assert.deepEqual(await layoutProblems(ann.page), []);
      await choose(ann, "Dark", "Coordinates", "Ask", "Every turn", "The end of the game");
      await ann.press("Save");
      await dialog.waitFor({ state: "detached" });
      await until(async () => assert.equal(await paper(ann), DARK_PAPER));
      assert.ok(!(await ann.page.locator("#board .label").first().isVisible()));
      assert.equal(await ann.page.locator('meta[name="color-scheme"]').getAttribute("content"), "dark");
      await ann.screenshot("dark");
      await ann.isSameDocument();
    });
    await scenario.step("turns are heard as chosen, and those who chose nothing hear their own", async () => {
      await listen(ann);
      await listen(ben);
      await match.play("f9");
      await until(async () => assert.deepEqual((await heardBy(ann)).sort(), [220, 523, 784]));
      assert.deepEqual(await heardBy(ben), []);
      await ben.press("Resign…");
      await ben.press("Resign");
      await until(async () => assert.deepEqual((await heardBy(ann)).slice(3), [392, 494, 587]));
      const running = () => ann.page.evaluate(() => /** @type {any} */ (window).audio.state);
      await until(async () => assert.equal(await running(), "suspended", "silence is played on"));
    });
    await scenario.step("they are kept", async () => {
      await ann.page.reload();
      assert.equal(await paper(ann), DARK_PAPER);
      await ann.open("/preferences");
      assert.ok(await ann.page.getByLabel("Ask", { exact: true }).isChecked());
    });
  }));
