// Strangers and friends who meet: the lobby, quick games, the way from table to table, and rematches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { command, openTable } from "./harness/quick-table.js";
import { inScenario, LAPTOP, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const TWO = { Game: "bushwhacked", Seats: "2" };

/** Waits until the lobby on the home page of a player has these rows, whatever else it says. @type {(player: Player, rows: RegExp[]) => Promise<void>} */
async function seesLobby({ page, name }, rows) {
  await until(async () => {
    const found = await page.locator("#lobby li").allInnerTexts();
    const texts = found.map((text) => text.replace(/\s+/g, " ").trim());
    assert.equal(texts.length, rows.length, `${name}: ${texts.join(" | ")}`);
    rows.forEach((row, at) => assert.match(texts[at], row));
  });
}

test("the lobby shows who waits without a reload, and one tap joins them", (t) =>
  inScenario(t, "lobby", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann", PHONE), await scenario.player("Ben")];
    // Tables come and go below everything else.
    ann.monitor.countsShifts = false;
    await ann.open("/");
    await ann.markDocument();
    await seesLobby(ann, []);
    const link = await ben.openTable({ players: "2", public: "Public: listed here and in Records" });
    await seesLobby(ann, [/^Bushwhacked Ben 1 of 2 players$/]);
    await scenario.step("the list is fetched when it changes, and nothing else, and the focus stays", async () => {
      /** @type {string[]} */
      const fetched = [];
      ann.page.on("request", (request) => request.resourceType() === "fetch" && fetched.push(new URL(request.url()).pathname));
      await ann.page.locator("#lobby a").focus();
      await ben.press("Stand up");
      await seesLobby(ann, [/^Bushwhacked 0 of 2 players, away$/]);
      await ben.sit(1);
      await seesLobby(ann, [/^Bushwhacked Ben 1 of 2 players$/]);
      assert.equal(await ann.page.evaluate(() => document.activeElement?.closest("#lobby") !== null), true);
      assert.deepEqual([...new Set(fetched)], ["/lists/lobby"]);
    });
    await ann.isSameDocument();
    const eve = await scenario.player("Eve", { ...LAPTOP, javaScriptEnabled: false });
    await scenario.step("without a script the page lists the same, and a quick game is a form", async () => {
      await eve.open("/");
      await seesLobby(eve, [/Ben 1 of 2 players$/]);
      await eve.page.getByLabel("Antipode").check();
      await eve.page.getByRole("button", { name: "Quick game" }).click();
      await eve.page.waitForURL(/\/g\/[0-9a-z]{12}$/);
      assert.match(await eve.page.locator("#chairs").innerText(), /Seat 2 is free/);
    });
    await scenario.step("a quick game", async () => {
      await ann.page.getByLabel("Bushwhacked").check();
      await ann.page.getByLabel("Your name").fill("Ann");
      await ann.touch(ann.page.getByRole("button", { name: "Quick game" }));
      await ann.page.waitForURL((url) => link.endsWith(url.pathname));
      await Promise.all([ann.phase("playing"), ben.phase("playing")]);
    });
    await scenario.step("it can be watched now", async () => {
      await eve.open("/");
      await seesLobby(eve, [/^Antipode/, /^Bushwhacked (Ann, Ben|Ben, Ann) being played$/]);
    });
  }));

test("one's own tables are counted, and the next one is one tap away", (t) =>
  inScenario(t, "my", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann"), await scenario.player("Ben")];
    const first = await openTable([ben, ann], TWO, ["Ben", "Ann"]);
    await command(ben, first, { turn: 0, command: { t: "play", steps: ["e5"] } });
    const second = await openTable([ann, ben], TWO, ["Ann", "Ben"]);
    await ann.open(second);
    await ann.phase("playing");
    const mine = await ann.anotherTab();
    await mine.open("/my");
    await until(async () => assert.equal(await mine.page.title(), "(2) My tables – Thicket"));
    await mine.markDocument();
    await ann.reads("next-turn", /^Next table: 1 waiting/);
    await scenario.step("a turn that is played counts no longer", async () => {
      await ann.play("e5");
      await until(async () => assert.equal(await mine.page.title(), "(1) My tables – Thicket"));
      assert.match(await mine.page.locator("#yours").innerText(), /Waiting for others[^]*Ben’s turn/);
      await mine.isSameDocument();
    });
    await scenario.step("a picture that could not be loaded is loaded later", async () => {
      let left = 2;
      await mine.page.route("**/board.svg*", (route) => (left-- > 0 ? route.fulfill({ status: 503 }) : route.continue()));
      mine.monitor.allow(/status of 503/);
      await mine.page.reload();
      await mine.page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
      assert.ok(left < 0);
    });
    await scenario.step("from table to table", async () => {
      await ann.page.locator("#next-turn").click();
      await ann.page.waitForURL((url) => url.pathname === first);
      assert.equal(await ann.page.locator("#next-turn").isVisible(), false);
    });
    await scenario.step("a turn elsewhere is known here", async () => {
      await ben.open("/rules");
      await command(ben, second);
      await command(ben, second, { turn: 1, command: { t: "play", steps: ["e6"] } });
      await ann.reads("next-turn", /^Next table: 1 waiting/);
      await until(async () => assert.equal(await mine.page.title(), "(2) My tables – Thicket"));
    });
    await scenario.step("one key leads from table to table, and from the list", async () => {
      await until(async () => assert.equal(await ann.page.locator("#next-key").textContent(), "N"));
      await ann.page.keyboard.press("n");
      await ann.page.waitForURL((url) => url.pathname === second);
      await mine.page.keyboard.press("n");
      await mine.page.waitForURL((url) => url.pathname === first);
      assert.deepEqual(await ann.page.locator("#next-turn").getAttribute("href"), `/my/next?after=${second.slice(3)}`);
    });
  }));

/** Counts in the page what would be heard, and what is asked for. */
function listen() {
  const counts = { notes: 0, asked: 0 };
  Object.assign(window, { e2eNoticed: counts });
  const { prototype } = AudioScheduledSourceNode;
  const start = prototype.start;
  prototype.start = function (when) {
    counts.notes += 1;
    return start.call(this, when);
  };
  Notification.requestPermission = async () => {
    counts.asked += 1;
    return "denied";
  };
}

test("a turn is heard unless the sound is off, and notifications are asked for by a button only", (t) =>
  inScenario(t, "noticing", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann"), await scenario.player("Ben")];
    await ann.page.addInitScript(listen);
    const path = await openTable([ann, ben], TWO, ["Ann", "Ben"]);
    await ann.open(path);
    await ben.open("/rules");
    await command(ben, path);
    await ann.phase("playing");
    const noticed = () => ann.page.evaluate(() => /** @type {any} */ (window).e2eNoticed);
    await ann.play("e5");
    await ann.sees(1);
    // The beginning of the game may have been heard, too, once the sounds were loaded.
    const { notes } = await noticed();
    await command(ben, path, { turn: 1, command: { t: "play", steps: ["e6"] } });
    await until(async () => assert.deepEqual(await noticed(), { notes: notes + 2, asked: 0 }));
    await ann.prefer("My turn");
    await ann.play("f5");
    await command(ben, path, { turn: 3, command: { t: "play", steps: ["f6"] } });
    await ann.sees(4);
    assert.deepEqual(await noticed(), { notes: notes + 2, asked: 0 });
    await ann.press("Notify me of my turn");
    await ann.reads("notify", /Your browser does not allow notifications/);
    assert.deepEqual(await noticed(), { notes: notes + 2, asked: 1 });
  }));

test("a rematch: whoever taps sits there, one seat further on, and watchers follow", (t) =>
  inScenario(t, "rematch", async (scenario) => {
    const [ann, ben, eve] = [await scenario.player("Ann"), await scenario.player("Ben", PHONE), await scenario.player("Eve")];
    const path = await openTable([ann, ben], TWO, ["Ann", "Ben"]);
    for (const player of [ann, ben, eve]) await player.open(path);
    await ann.resign();
    await Promise.all([ann, ben, eve].map((player) => player.phase("over")));
    assert.equal(await eve.page.locator("#rematch").isVisible(), false, "only those who played propose one");
    // The page of the record hears of it as well.
    await ben.page.reload();
    await scenario.step("Ann proposes it", async () => {
      await ann.press("Rematch");
      await ann.page.waitForURL((url) => url.pathname !== path);
      await ann.reads("chairs", /Kept for Ben/);
    });
    await scenario.step("Eve follows, and cannot take the seat that is kept", async () => {
      await eve.press("Watch the rematch with Ann");
      await eve.page.waitForURL((url) => url.pathname !== path);
      await eve.reads("chairs", /Kept for Ben/);
      assert.equal(await eve.page.locator("#name-form").isVisible(), false);
    });
    await scenario.step("Ben joins, and begins", async () => {
      await ben.press("Join the rematch with Ann");
      await Promise.all([ann, ben, eve].map((player) => player.phase("playing")));
      await ben.reads("status", "Your turn (White)");
      await ben.play("e5");
      await ann.reads("status", "Your turn (Red)");
      await eve.sees(1);
    });
    await scenario.step("the old table leads there, also later and without a script", async () => {
      const late = await scenario.player("Late", { ...LAPTOP, javaScriptEnabled: false });
      await late.open(path);
      await late.press("Watch the rematch with Ann");
      await late.page.waitForURL((url) => url.href.endsWith(new URL(ann.page.url()).pathname));
    });
  }));
