// One's own note about a table: written at the table, read on another device, and kept with the record.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutProblems } from "./harness/boxes.js";
import { command, openTable } from "./harness/quick-table.js";
import { inScenario, PHONE } from "./harness/scenario.js";

const TWO = { Game: "bushwhacked", Seats: "2" };

test("a note is saved as it is written, and of two devices none loses what it wrote", (t) =>
  inScenario(t, "note", async (scenario) => {
    const [ann, ben] = [await scenario.player("Ann", PHONE), await scenario.player("Ben")];
    const path = await openTable([ann, ben], TWO, ["Ann", "Ben"]);
    await ann.open(path);
    await ann.phase("playing");
    // The page of a table that waits has none.
    await ann.open(path);
    const open = async (/** @type {typeof ann} */ player) => {
      await player.page.locator("#note summary").click();
      const text = player.page.locator("#note textarea");
      await text.waitFor();
      return text;
    };
    const text = await open(ann);
    await scenario.step("it is saved without a button", async () => {
      await text.fill("He always plays e5.");
      await ann.page.locator("#note").getByText("Saved.").waitFor();
      await ann.screenshot("note");
      assert.deepEqual(await layoutProblems(ann.page), []);
    });
    const tab = await ann.anotherTab();
    await tab.open(path);
    const other = await open(tab);
    assert.equal(await other.inputValue(), "He always plays e5.");
    await scenario.step("the device that has read an older note is asked", async () => {
      await other.fill("Not any more.");
      await tab.page.locator("#note").getByText("Saved.").waitFor();
      await text.fill("He always plays e5 or f6.");
      await ann.page.locator("#note").getByText("Not any more.").waitFor();
      await ann.screenshot("changed");
      await ann.press("Keep mine");
      await ann.page.locator("#note").getByText("Saved.").waitFor();
    });
    await scenario.step("it stays with the record, and nobody else has it", async () => {
      await command(ben, path, { command: { t: "resign" } });
      await ann.phase("over");
      await ann.open(path);
      assert.equal(await (await open(ann)).inputValue(), "He always plays e5 or f6.");
      await ann.open(`${path}/note`);
      assert.equal(await ann.page.getByLabel("Note", { exact: true }).inputValue(), "He always plays e5 or f6.");
      await ann.screenshot("page");
      await ben.open(path);
      assert.equal(await (await open(ben)).inputValue(), "");
    });
  }));
