// The site as an app of the device: its service worker, and what can be read without a connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Match } from "./harness/match.js";
import { kinds } from "./harness/paths.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */
/** @import { Scenario, Screen } from "./harness/scenario.js" */

/** @type {Screen} */
const WITH_WORKER = { ...PHONE, serviceWorkers: "allow" };

/** Waits until the worker runs and is in charge of the page. @param {Player} player */
const hasWorker = ({ page }) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test("rules, lessons and the tables of their reader are shown without a connection", (t) =>
  inScenario(t, "offline", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann", WITH_WORKER), await scenario.player("Ben")];
    const match = await Match.start(scenario, [ann, ben]);
    await hasWorker(ann);
    const table = new URL(match.link).pathname;
    await isKept(ann, table);
    await isKept(ann, `/learn/${kinds().at(-1)}`);
    await match.play("e5", "e6");
    for (const player of [ann, ben]) player.allowDisconnects();
    // The pictures of a list may be asked for while the server stops.
    ann.monitor.allow(/503/);
    await scenario.step("rules and lessons", async () => {
      await ann.open("/my");
      // The list may be a turn behind, and asks for another picture with the next one.
      await ann.page.locator("#yours").getByText("your turn", { exact: true }).waitFor();
      await ann.page.waitForFunction(() => document.images.length > 0 && [...document.images].every(({ complete }) => complete));
      await scenario.server.stop();
      await ann.open("/rules/bushka");
      await ann.page.locator(".view .piece").first().waitFor();
      await ann.open("/learn/bushka");
      await ann.page.locator("#lesson-board .piece").first().waitFor();
    });
    await scenario.step("the table, from the page in the place of all others", async () => {
      await ann.open("/my");
      await ann.page.getByRole("heading", { name: "You are not connected" }).waitFor();
      await ann.screenshot("nothing");
      await ann.touch(ann.page.locator("#seen-list a"));
      await ann.reads("connection", /^Not connected\. Shown as of /);
      await match.shows(ann);
      await ann.screenshot("table");
    });
    await scenario.step("it goes on once the server is back", async () => {
      await scenario.server.start();
      await ann.reads("connection", "");
      await match.play("f5");
    });
    await scenario.step("a copy that is older than the server is replaced", () => replacesOld(scenario, ann, table));
    await scenario.step("nothing is left after signing out", async () => {
      await ann.open("/session");
      await ann.press("Sign out of this browser");
      await ann.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
      await until(async () => assert.equal(await ann.page.evaluate(holds, table), false));
    });
  }));

test("a browser finds no fault with the manifest, and the icons are what it says", (t) =>
  inScenario(t, "installable", async (scenario) => {
    const ann = await scenario.player("Ann", WITH_WORKER);
    await ann.open("/");
    await hasWorker(ann);
    // The browser of the tests, which has no windows, reads manifests but installs nothing.
    const session = await ann.device.context.newCDPSession(ann.page);
    const { errors, data, url } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.equal(new URL(url).pathname, "/manifest.webmanifest");
    const { icons } = JSON.parse(data ?? "");
    assert.ok(icons.some((/** @type {{ purpose?: string }} */ { purpose }) => purpose === "maskable"));
    for (const { src, sizes, type } of icons) {
      const answer = await ann.page.request.get(src);
      assert.equal(answer.headers()["content-type"], type);
      const width = (await answer.body()).readUInt32BE(16);
      if (type === "image/png") assert.equal(`${width}x${width}`, sizes);
    }
  }));

/** Waits until the worker has kept an address. @type {(player: Player, path: string) => Promise<void>} */
const isKept = ({ page }, path) => until(async () => assert.ok(await page.evaluate(holds, path), `${path} is not kept`));

/** Runs in the page. @param {string} path */
const holds = async (path) => (await caches.match(path)) !== undefined;

/** The server knows no version of the page that comes from the cache, and the next page comes from the server. @type {(scenario: Scenario, player: Player, table: string) => Promise<void>} */
async function replacesOld({ server }, player, table) {
  const { page } = player;
  const isCopy = () => page.evaluate(() => document.documentElement.hasAttribute("data-kept"));
  let [hellos, sights] = [0, 0];
  await page.routeWebSocket("**/socket", (socket) => {
    const toServer = socket.connectToServer();
    socket.onMessage((message) => {
      if (String(message).includes('"visible":true')) sights += 1;
      const isFirst = String(message).includes('"hello"') && (hellos += 1) === 1;
      toServer.send(isFirst ? String(message).replace(/"version":\d+/, '"version":0') : message);
    });
  });
  await player.open("/my");
  await server.stop();
  await player.open(table);
  assert.equal(await isCopy(), true);
  await server.start();
  await until(async () => assert.equal(await isCopy(), false));
  await player.reads("connection", "");
  await until(() => assert.ok(hellos > 1 && sights > 0));
}
