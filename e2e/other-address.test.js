// A server that is opened at another address than the public one: pages say so and link there, and nobody plays by a socket that
// would not know them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutProblems } from "./harness/boxes.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Player } from "./harness/player.js" */

const PUBLIC = "https://play.example";
const SENTENCE = "You cannot play at this address, since it is not Thicket’s own. To play, open";

/** The page says once where it is to be opened, before everything else. @param {Player} player */
async function isTold({ page }) {
  const notice = page.locator(".other-address");
  await notice.waitFor();
  const { pathname } = new URL(page.url());
  assert.deepEqual(await notice.allInnerTexts(), [`${SENTENCE} ${PUBLIC}${pathname}`]);
  assert.equal(await notice.getByRole("link").getAttribute("href"), PUBLIC + pathname);
  assert.ok(await notice.evaluate((element) => element.nextElementSibling?.localName === "main"));
}

test("whoever opens a page at another address is led to the public one, and does not play there", (t) =>
  inScenario(
    t,
    "other-address",
    async (scenario) => {
      const ann = await scenario.player("Ann");
      const link = await scenario.step("the server itself says so", async () => {
        await ann.open("/rules/bushi");
        await isTold(ann);
        const table = await ann.openTable();
        await isTold(ann);
        await ann.screenshot("table");
        return table;
      });

      await scenario.step("behind a proxy the refused socket says so", async () => {
        const ben = await scenario.player("Ben", { ...PHONE, extraHTTPHeaders: { "x-forwarded-for": "203.0.113.9" } });
        // Only the socket finds out where the page is, so the notice comes late.
        ben.monitor.countsShifts = false;
        await ben.open(link);
        await isTold(ben);
        assert.deepEqual(await layoutProblems(ben.page), []);
        await ben.screenshot("table-behind-proxy");
        await ben.page.getByLabel("Your name").fill("Ben");
        await ben.join();
        // Once above the page, and once for what was tried.
        await until(async () => assert.equal(await ben.page.getByText(SENTENCE).count(), 2));
        await ben.screenshot("joined");
        await isTold(ben);
        await ben.open(link);
        await isTold(ben);
        await ben.reads("status", "Waiting for 3 more players.");
      });
    },
    { publicUrl: PUBLIC },
  ));
