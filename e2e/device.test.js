// Other devices and other ways in: a home network without https, the share sheet, a seat that moves, a new version.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AT_HOME, inHouse, LAPTOP, PHONE, STILL } from "./harness/house.js";
import { Pair } from "./harness/pair.js";
import { until } from "./harness/until.js";

/** @import { House } from "./harness/house.js" */
/** @import { Person } from "./harness/person.js" */

/** What all scripts and styles of a table may weigh, compressed. */
const MOST_BYTES = 60_000;

test("a phone in a home network does all that needs a secure page elsewhere", (t) =>
  inHouse(t, "home-network", async (house) => {
    const ann = await house.person("Ann", AT_HOME);
    const ben = await house.person("Ben", { ...LAPTOP, host: AT_HOME.host });
    const link = await ann.openTable({ players: "2", starter: "Whoever sits on the first chair" });
    assert.equal(new URL(link).hostname, AT_HOME.host);
    assert.equal(await ann.page.evaluate(() => window.isSecureContext), false);
    await ann.press("Copy");
    await ann.page.getByText("Copied.").waitFor();
    assert.equal(await pasted(ann), link);
    const loaded = await weight(ann);
    t.diagnostic(`scripts and styles: ${loaded} bytes`);
    assert.ok(loaded < MOST_BYTES, `scripts and styles of a table: ${loaded} bytes`);
    await ben.open(link);
    await ben.sit(2);
    await ann.play("e5");
    await ben.sees(1);
    await ben.play("e6");
    await ann.sees(2);
    await ann.picture("playing");
  }));

/** How much came over the wire for the scripts and the styles of the page. @param {Person} person */
async function weight(person) {
  return person.page.evaluate(() => {
    const loaded = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
    return loaded.filter(({ name }) => /\.(js|css)$/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
}

/** What lies on the clipboard, as a person finds out. @param {Person} person */
async function pasted(person) {
  const tab = await person.anotherTab();
  await tab.open("/");
  await tab.page.evaluate(() => document.body.append(document.createElement("textarea")));
  await tab.page.locator("textarea").focus();
  await tab.page.keyboard.press("Control+V");
  const text = await tab.page.locator("textarea").inputValue();
  await tab.page.close();
  await person.page.bringToFront();
  return text;
}

test("the link goes to the share sheet where there is one", (t) =>
  inHouse(t, "share-sheet", async (house) => {
    const ann = await house.person("Ann", PHONE);
    // The sheet itself belongs to the device: what it is given is seen here.
    await ann.page.addInitScript(() => {
      Object.assign(window, { given: [] });
      Object.defineProperty(navigator, "share", { value: async (/** @type {object} */ what) => /** @type {any} */ (window).given.push(what) });
    });
    const link = await ann.openTable({ players: "2" });
    await ann.press("Share …");
    assert.deepEqual(await ann.page.evaluate(() => /** @type {any} */ (window).given), [{ title: "Bushwhacked on Thicket", url: link }]);
    await ann.picture("offered");
  }));

test("a seat moves to another device, and its link is good once", (t) =>
  inHouse(t, "moving", async (house) => {
    const pair = await house.scene("a game of two begins", () => Pair.start(house));
    const [cleo, dee] = [await house.person("Cleo", PHONE), await house.person("Dee")];
    for (const person of [pair.ann, dee]) person.watch.forgive(/status of 4\d\d/);
    await pair.play("pass");
    const first = await house.scene("Ben asks for a link", () => moveLink(pair.ben));
    await house.scene("Cleo looks first, then takes the seat", async () => {
      await cleo.open(first);
      await cleo.reads("take-title", "Take Ben’s seat on this device?");
      assert.equal(new URL(cleo.page.url()).hash, "", "the secret stays in the address");
      await cleo.picture("asked");
      await cleo.press("Only look on");
      await cleo.reads("notice", /^You look on/);
      assert.equal(await cleo.page.locator("#composer").isVisible(), false, "looking at a link moves the seat");
      await cleo.page.goto("about:blank");
      await cleo.open(first);
      await cleo.press("Take the seat");
      await cleo.reads("notice", "You play as Ben on this device now.");
      await pair.ben.reads("notice", "Your seat is played on another device now. Here you look on.");
      await cleo.play("pass");
      await pair.played("pass");
      assert.equal(await pair.ben.page.locator("#composer").isVisible(), false, "the seat is played in two places");
    });
    await house.scene("the link is used up", () => isRefused(dee, first));
    await house.scene("a link that was taken back is good for nothing", async () => {
      const second = await moveLink(pair.ann, "Make the link useless");
      await pair.ann.reads("notice", "The link is good no longer.");
      await isRefused(dee, second);
    });
    await house.scene("who sits at the table already takes no second seat", async () => {
      const third = await moveLink(cleo);
      await pair.ann.page.goto("about:blank");
      await isRefused(pair.ann, third);
      await pair.ann.play("pass");
      await pair.played("pass");
    });
  }));

/** Asks for a link for one's seat, and says what is to be done with it. @type {(person: Person, then?: string) => Promise<string>} */
async function moveLink(person, then = "Done") {
  await person.press("Move my seat …");
  const field = person.page.getByLabel("The link for your seat");
  await until(async () => assert.match(await field.inputValue(), /#move=/));
  const link = await field.inputValue();
  await person.picture(`link-${then.split(" ")[0].toLowerCase()}`);
  await person.press(then);
  return link;
}

/** Opens a link that moves nothing, and is told why. @type {(person: Person, link: string) => Promise<void>} */
async function isRefused(person, link) {
  await person.page.goto("about:blank");
  await person.open(link);
  await person.reads("notice", /^.+\.$/);
  assert.equal(await person.page.locator("dialog[open]").count(), 0, "a dead link asks nothing");
  await person.picture("refused");
}

test("a page older than the server says so, loads anew when told, and keeps what is staged", (t) =>
  inHouse(t, "new-version", async (house) => {
    let old = false;
    const ann = await house.person("Ann");
    await ann.page.routeWebSocket("**/socket", (line) => {
      const server = line.connectToServer();
      line.onMessage((message) => server.send(old ? String(message).replace('"version":1', '"version":0') : message));
    });
    const ben = await house.person("Ben");
    const pair = await begin(house, ann, ben);
    await pair.play("pass", "pass");
    ann.loseTheLine();
    await ann.stage(["e5"]);
    old = true;
    await house.server.stop();
    ben.loseTheLine();
    await house.server.start();
    await ann.page.getByText("There is a new version of Thicket.").waitFor();
    await ann.picture("told");
    await ann.isTheSamePage();
    old = false;
    await ann.press("Load it");
    await ann.reads("staged", /^Staged: e5\./);
    await ann.enter("e6");
    await ann.press("Send turn");
    await pair.played("e5,e6");
  }));

/** @type {(house: House, ann: Person, ben: Person) => Promise<Pair>} */
async function begin(house, ann, ben) {
  const link = await ann.openTable({ players: "2", starter: "Whoever sits on the first chair" });
  await ben.open(link);
  await ben.sit(2);
  await ann.reads("status", "Your turn, White.");
  await ann.mark();
  return new Pair(ann, ben, link);
}

test("letters on the pieces, and no motion for who wants none", (t) =>
  inHouse(t, "settings", async (house) => {
    const pair = await house.scene("a game of two begins", () => Pair.start(house, STILL));
    const { ann, ben } = pair;
    const letters = () => ann.page.locator("#board .piece .letter").first().evaluate((letter) => getComputedStyle(letter).display);
    await pair.play("e5");
    assert.equal(await letters(), "none");
    await ann.page.getByLabel("Letters on the pieces").check();
    assert.notEqual(await letters(), "none");
    await ann.page.reload();
    await ann.sees(1);
    assert.notEqual(await letters(), "none", "the wish is forgotten");
    await ann.mark();
    await ann.picture("letters");
    await ben.page.evaluate(() => {
      Object.assign(window, { moved: 0 });
      for (const kind of ["animationstart", "transitionrun"]) addEventListener(kind, () => (/** @type {any} */ (window).moved += 1));
    });
    await pair.play("e6", "f5");
    assert.equal(await ben.page.evaluate(() => /** @type {any} */ (window).moved), 0, "something moves");
  }));
