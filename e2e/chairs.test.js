// Before the game: wrong addresses, chairs, names, the countdown and the host.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inHouse, PHONE } from "./harness/house.js";
import { until } from "./harness/until.js";

/** @import { Person } from "./harness/person.js" */

/** The chairs as they are listed. @param {Person} person */
async function chairs(person) {
  const rows = await person.page.locator("#chairs .who").allInnerTexts();
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

/** Waits until the chairs are so. @type {(person: Person, expected: string[]) => Promise<void>} */
const chairsAre = (person, expected) => until(async () => assert.deepEqual(await chairs(person), expected, person.name));

test("an unknown code is no table, and leads home", (t) =>
  inHouse(t, "unknown", async (house) => {
    const ann = await house.person("Ann", PHONE);
    ann.watch.forgive(/status of 404/);
    assert.equal(await ann.open("/g/0123456789ab"), 404);
    await ann.picture("unknown");
    assert.match(await ann.page.locator("main").innerText(), /table/);
    await ann.touch(ann.page.getByRole("link", { name: "Go home" }));
    await ann.page.getByRole("heading", { name: "Play with friends, by link" }).waitFor();
    assert.equal(await ann.page.locator(".rows li").count(), 0, "no table was made");
  }));

test("of two who want one chair one gets it, and the other is told and takes another", (t) =>
  inHouse(t, "race", async (house) => {
    const ann = await house.person("Ann");
    const link = await ann.openTable({ players: "4" });
    const [ben, cleo] = [await house.person("Ben"), await house.person("Cleo", PHONE)];
    await Promise.all([ben.open(link), cleo.open(link)]);
    await bothAtOnce([ben, cleo], () => Promise.all([ben.sit(2), cleo.sit(2)]));
    const seated = async () => (await chairs(ann))[1];
    const second = await until(async () => {
      const name = await seated();
      assert.match(name, /^(Ben|Cleo)/);
      return name;
    });
    const late = second.startsWith("Ben") ? cleo : ben;
    await late.reads("name-problem", "Somebody just took that chair.");
    await late.picture("late");
    await late.sit(3);
    await chairsAre(ann, ["Ann guest host you", second, `${late.name} guest`, "Chair 4 is free"]);
    await late.reads("name-problem", "");
  }));

/** Their names reach the server at the same time, whoever was faster. @type {(people: Person[], deed: () => Promise<unknown>) => Promise<void>} */
async function bothAtOnce(people, deed) {
  let open = () => {};
  const gate = new Promise((go) => (open = () => go(undefined)));
  let waiting = 0;
  for (const { page } of people) {
    await page.route("**/guest", async (route) => {
      waiting += 1;
      if (waiting === people.length) open();
      await gate;
      await route.continue();
    });
  }
  await deed();
  await gate;
}

test("names: nobody has another's, and a name can be read", (t) =>
  inHouse(t, "names", async (house) => {
    const ann = await house.person("Ann");
    const link = await ann.openTable({ players: "3" });
    const ben = await house.person("Ben");
    // That a name cannot be used is said with a status that the browser notes.
    ben.watch.forgive(/status of 422/);
    await ben.open(link);
    await ben.sit(2, "aNN");
    await ben.reads("name-problem", "Somebody sits here under that name. Please choose another.");
    await ben.sit(2, "\u200b");
    await ben.reads("name-problem", "A name needs at least one letter, digit or sign.");
    await ben.sit(2, "x".repeat(25));
    await ben.reads("name-problem", "That name is too long: 24 letters are the most.");
    await ben.picture("refused");
    await chairsAre(ann, ["Ann guest host you", "Chair 2 is free", "Chair 3 is free"]);
    await ben.page.getByLabel("Your name").fill("  Ben <b>ä</b> ");
    await ben.page.keyboard.press("Enter");
    await chairsAre(ann, ["Ann guest host you", "Ben <b>ä</b> guest", "Chair 3 is free"]);
    await ben.page.reload();
    await chairsAre(ben, ["Ann guest host", "Ben <b>ä</b> guest you", "Chair 3 is free"]);
  }));

test("who stands up, or is sent away, stops the countdown", (t) =>
  inHouse(t, "countdown", async (house) => {
    const ann = await house.person("Ann");
    const link = await ann.openTable({ players: "2", starter: "Whoever sits on the first chair" });
    const ben = await house.person("Ben", PHONE);
    await ben.open(link);
    for (const leave of [() => ben.press("Stand up"), () => ann.press("Remove Ben from the table")]) {
      await ben.sit(2);
      for (const person of [ann, ben]) await person.reads("countdown", /^The game starts in [45]\.$/);
      await leave();
      for (const person of [ann, ben]) await person.reads("countdown", "");
      await chairsAre(ann, ["Ann guest host you", "Chair 2 is free"]);
      await sleep(5_500);
      await ann.reads("status", "One chair is free.");
    }
    assert.equal(await ben.page.getByRole("button", { name: /^Remove/ }).count(), 0, "only the host sends people away");
    await ben.sit(2);
    await sleep(1_000);
    await ben.open("/");
    await ann.reads("countdown", "");
    await chairsAre(ann, ["Ann guest host you", "Ben guest away"]);
    await ben.open(link);
    await ann.reads("status", "Your turn, White.");
    await ben.reads("status", "Ann, White, is to move.");
  }));
