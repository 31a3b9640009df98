// The chat in three browsers: a player at a laptop, a player at a phone, and somebody who watches at another phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutProblems } from "./harness/boxes.js";
import { FIRST_CHAIR_STARTS, Match } from "./harness/match.js";
import { DARK, inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

/** @param {Player} player */
const toggle = ({ page }) => page.locator("#chat-toggle");

/** Waits until these lines are shown, without the time. @type {(player: Player, lines: string[]) => Promise<void>} */
const reads = (player, lines) => until(async () => assert.deepEqual(await player.page.locator("#chat-lines .said").allTextContents(), lines, player.name));

/** @type {(player: Player, text: string) => Promise<void>} */
async function write({ page }, text) {
  await page.locator("#chat-text").fill(text);
  await page.keyboard.press("Enter");
}

/** Waits until the button counts so many unread lines, in a number and in words. @type {(player: Player, count: number) => Promise<void>} */
const hasUnread = (player, count) =>
  until(async () => {
    assert.equal(await player.page.locator("#chat-count").innerText(), String(count));
    assert.equal(await toggle(player).getAttribute("aria-label"), `Chat, ${count} unread`);
  });

/** Where the page is scrolled to, and where the board is. @param {Player} player */
const place = ({ page }) => page.evaluate(() => [scrollY, document.getElementById("board")?.getBoundingClientRect().top]);

/** Takes pictures, and looks for what overlaps or is clipped. @type {(player: Player, name: string) => Promise<void>} */
async function look(player, name) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await player.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await player.screenshot(`${name}-${colorScheme}`);
  }
  assert.deepEqual(await layoutProblems(player.page), [], name);
}

test("players and watchers talk apart during the game, and together after it", (t) =>
  inScenario(t, "chat", async (scenario) => {
    const ann = await scenario.player("Ann", { ...LAPTOP, viewport: { width: 1280, height: 800 } });
    const ben = await scenario.player("Ben", PHONE);
    const eve = await scenario.player("Eve", { ...PHONE, viewport: { width: 390, height: 844 } });
    const match = await Match.start(scenario, [ann, ben]);
    await eve.open(match.link);

    await scenario.step("a line is counted on a phone, whose board stays where it is when the chat is opened", async () => {
      assert.equal(await ben.page.locator("#chat-body").isVisible(), false);
      await ann.touch(toggle(ann));
      await until(async () => assert.equal(await ann.page.evaluate(() => document.activeElement?.id), "chat-text"));
      await write(ann, "Hello! See https://example.org/<b>");
      await reads(ann, ["Hello! See https://example.org/<b>"]);
      assert.equal(await ann.page.locator("#chat-lines :is(a, b b)").count(), 0, "links and tags stay text");
      await hasUnread(ben, 1);
      await look(ben, "unread");
      const before = await place(ben);
      await ben.touch(toggle(ben));
      await reads(ben, ["Hello! See https://example.org/<b>"]);
      assert.deepEqual(await place(ben), before);
      assert.equal(await ben.page.locator("#chat-count").isVisible(), false);
      assert.equal(await toggle(ben).getAttribute("aria-expanded"), "true");
    });

    await scenario.step("a phrase is one tap", async () => {
      await ben.press("Good luck!");
      await reads(ann, ["Hello! See https://example.org/<b>", "Good luck!"]);
      await look(ben, "phone");
      await look(ann, "laptop");
    });

    await scenario.step("a chat that cannot be loaded says so, and is loaded when it is tried again", async () => {
      eve.monitor.allow(/Failed to load resource/);
      await eve.page.route("**/chat-body.js*", (route) => route.abort());
      await eve.touch(toggle(eve));
      await eve.reads("chat-problem", "Thicket cannot be reached at the moment. Please try again. Try again");
      await eve.page.unroute("**/chat-body.js*");
      await look(eve, "not-loaded");
      await eve.press("Try again");
      await eve.page.locator("#chat-form").waitFor();
      await eve.page.keyboard.press("Escape");
    });

    await scenario.step("who watches takes a name, and is not read by players", async () => {
      await eve.touch(toggle(eve));
      assert.match(await eve.page.locator("#chat-readers").innerText(), /^Only watchers/);
      await look(eve, "newcomer");
      await eve.page.locator("#chat-name").fill("Eve");
      await write(eve, "Ann should take e5");
      await reads(eve, ["Ann should take e5"]);
      await write(ann, "Your turn soon");
      await reads(ben, ["Hello! See https://example.org/<b>", "Good luck!", "Your turn soon"]);
      await reads(eve, ["Ann should take e5"]);
    });

    await scenario.step("the host silences somebody who watches without reading them", async () => {
      await ann.touch(ann.page.getByText("Watchers who write"));
      const writers = ann.page.locator("#chat-writers p");
      await until(async () => assert.match(await writers.innerText(), /^Eve\s+Silence for everybody$/));
      await look(ann, "writers");
      await ann.press("Silence for everybody");
      await eve.reads("chat-problem", "The host has silenced you in this chat.");
      await until(async () => assert.match(await writers.innerText(), /^Eve is silenced/));
      await ann.touch(writers.getByRole("button", { name: "Let them write again" }));
      await eve.page.locator("#chat-text").waitFor();
      await ann.touch(ann.page.getByText("Watchers who write"));
      assert.equal(await ben.page.getByText("Watchers who write").isVisible(), false);
    });

    await scenario.step("too much at once comes back into the field, with a word", async () => {
      // From within the page: typed by a slow machine, they would come slowly enough to be taken.
      await ann.page.locator("#chat-text").evaluate((field) => {
        const text = /** @type {HTMLInputElement} */ (field);
        for (let n = 0; n < 8; n += 1) {
          text.value = `more ${n}`;
          text.form?.requestSubmit();
        }
      });
      await ann.reads("chat-problem", "Too many messages. Wait a few seconds.");
      await until(async () => assert.match(await ann.page.locator("#chat-text").inputValue(), /^more/));
    });

    await scenario.step("one person is muted for oneself, also after a reload, and shown again", async () => {
      await ben.touch(ben.page.getByRole("button", { name: "About Ann: mute" }).first());
      await ben.screenshot("writer");
      await ben.press("Mute for me");
      await reads(ben, ["Good luck!"]);
      await ben.page.reload();
      await ben.touch(toggle(ben));
      await reads(ben, ["Good luck!"]);
      await look(ben, "muted");
      await ben.press("Show their messages");
      await until(async () => assert.ok((await ben.page.locator("#chat-lines .line").count()) > 2));
    });

    await scenario.step("after the end everybody reads all, and the host silences somebody", async () => {
      await ben.page.keyboard.press("Escape");
      await ben.page.locator("#chat-body").waitFor({ state: "hidden" });
      await ben.resign();
      for (const player of [ann, ben, eve]) await player.phase("over");
      await until(async () => assert.match(await ann.page.locator("#chat-lines").innerText(), /watching\s+Eve\W+Ann should take e5/));
      await look(ann, "over");
      await ann.touch(ann.page.getByRole("button", { name: "About Eve: mute" }));
      await ann.press("Silence for everybody");
      await eve.reads("chat-problem", "The host has silenced you in this chat.");
      assert.equal(await eve.page.locator("#chat-form").isVisible(), false);
      await ann.press("Let them write again");
      await eve.page.locator("#chat-text").waitFor();
      await eve.press("Good game!");
      await until(async () => assert.match(await ann.page.locator("#chat-lines .line:last-child").innerText(), /Good game!/));
    });

    await scenario.step("the page of the record shows what was written, and one can go on writing", async () => {
      await eve.page.reload();
      await eve.touch(toggle(eve));
      await until(async () => assert.equal((await eve.page.locator("#chat-lines .said").allTextContents()).at(-1), "Good game!"));
      await eve.page.locator("#chat-form").waitFor();
      await eve.press("Good game!");
      await until(async () => assert.equal((await eve.page.locator("#chat-lines .said").allTextContents()).filter((line) => line === "Good game!").length, 2));
      await look(eve, "record");
    });
  }));

test("what watchers write is kept until the end where the host has chosen that", (t) =>
  inScenario(t, "chat-kept", async (scenario) => {
    const ann = await scenario.player("Ann", { ...DARK, viewport: { width: 1280, height: 800 } });
    const ben = await scenario.player("Ben", { ...PHONE, viewport: { width: 360, height: 640 } });
    const eve = await scenario.player("Eve", { ...PHONE, viewport: { width: 360, height: 640 } });
    const link = await ann.openTable({ players: "2", starter: FIRST_CHAIR_STARTS });
    await ben.open(link);

    await scenario.step("the host chooses it before the start, and everybody is told", async () => {
      assert.equal(await ben.page.locator("#keeps-lines").isVisible(), false);
      await ann.press("Change the table…");
      await ann.page.locator("#table-dialog[open]").waitFor();
      await ann.page.locator("#table-dialog").getByLabel("Kept until the game is over").check({ force: true });
      await ann.screenshot("dialog");
      await ann.press("Save changes");
      for (const player of [ann, ben]) await player.reads("table-news", "Ann keeps what watchers write.");
      await ben.page.locator("#keeps-lines").waitFor();
      await look(ben, "before-start");
      await look(ann, "before-start-laptop");
      await ben.sit(2);
      for (const player of [ann, ben]) await player.phase("playing");
    });

    await scenario.step("who watches is told beside the field, and nobody else reads it", async () => {
      await eve.open(link);
      await eve.touch(toggle(eve));
      await eve.page.locator("#chat-name").fill("Eve");
      await eve.reads("chat-kept", "Only you can read what you write until the game is over; then everybody can.");
      await write(eve, "Ann should take e5");
      await reads(eve, ["Ann should take e5"]);
      await look(eve, "watcher");
      await eve.page.setViewportSize({ width: 640, height: 360 });
      await look(eve, "watcher-flat");
      await eve.page.setViewportSize({ width: 1280, height: 800 });
      await look(eve, "watcher-wide");
      const window = await scenario.player("Nobody", PHONE);
      await window.open(link);
      await window.touch(toggle(window));
      await window.reads("chat-kept", "Only you can read what you write until the game is over; then everybody can.");
      await reads(window, []);
      await ben.touch(toggle(ben));
      await ben.reads("chat-readers", "Only players can read this until the game ends.");
      await ben.reads("chat-kept", "");
      await ben.page.keyboard.press("Escape");
    });

    await scenario.step("after the end everybody reads it", async () => {
      await ben.resign();
      for (const player of [ann, eve]) await player.phase("over");
      await ann.touch(toggle(ann));
      await reads(ann, ["Ann should take e5"]);
      // It closes when the page of the game becomes that of its record.
      await eve.touch(toggle(eve));
      await eve.reads("chat-kept", "");
      await reads(eve, ["Ann should take e5"]);
    });
  }));
