// Nothing serious is found by axe on any page, in either colour scheme.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { inHouse, LAPTOP, PHONE } from "./harness/house.js";
import { kinds } from "./harness/places.js";

const AXE = await readFile(new URL("../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What axe finds serious on the page: which rule, and where. @param {import("./harness/person.js").Person} person */
async function serious(person) {
  // As the console would do it: the page's own policy lets no script in.
  await person.page.evaluate(AXE);
  const found = await person.page.evaluate(() => /** @type {any} */ (window).axe.run({ resultTypes: ["violations"] }));
  return found.violations
    .filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical")
    .map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
}

/** @type {(person: import("./harness/person.js").Person, what: string) => Promise<void>} */
async function check(person, what) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await person.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await person.page.waitForTimeout(300);
    assert.deepEqual(await serious(person), [], `${what}, ${colorScheme}`);
  }
}

test("axe finds nothing serious", (t) =>
  inHouse(t, "axe", async (house) => {
    const ann = await house.person("Ann", LAPTOP);
    const ben = await house.person("Ben", PHONE);
    await house.scene("pages without a table", async () => {
      const teaching = kinds().flatMap((kind) => [`/rules/${kind}`, `/learn/${kind}`]);
      for (const address of ["/", "/records", "/rules", ...teaching]) {
        await ann.open(address);
        await check(ann, address);
      }
      ann.watch.forgive(/404/);
      await ann.open("/g/aaaaaaaaaaaa");
      await check(ann, "no table");
      ann.watch.strict();
    });
    await house.scene("a table before the start", async () => {
      const link = await ann.openTable({ players: "2" });
      await ben.open(link);
      await check(ann, "waiting");
      await check(ben, "before sitting down");
      await ben.sit(2);
    });
    await house.scene("a table in play, a question, and the result", async () => {
      await ann.page.waitForFunction(() => document.body.dataset.phase === "playing");
      for (const person of [ann, ben]) await check(person, `${person.name} plays`);
      await ann.press("Resign …");
      await check(ann, "the question");
      await ann.press("Resign");
      await ann.page.waitForFunction(() => document.body.dataset.phase === "over");
      for (const person of [ann, ben]) await check(person, `${person.name} sees the result`);
    });
  }));
