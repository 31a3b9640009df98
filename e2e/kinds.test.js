// One whole game of each kind, by clicks and taps, in as many browsers as it has seats: after every turn all of them show what
// the rules say. Bushwhacked has a story of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expected, readDrawn, tried } from "./harness/drawn.js";
import { Hand } from "./harness/hand.js";
import { DARK, inHouse, LAPTOP, PHONE, STILL } from "./harness/house.js";
import { Traced, turnsOf } from "./harness/record.js";
import { until } from "./harness/until.js";

/** @import { House } from "./harness/house.js" */
/** @import { Person } from "./harness/person.js" */

/** Games of the rules' fixtures, with their first turns as the list of turns shows them. */
const GAMES = {
  "bushi/race-on-nine": ["b1-d3"],
  "bushka/black-wins": ["e34", "de6", "e4d6x", "d87x"],
  "antipode/across": ["b5,a1-a5"],
  "btt/six-friends": [],
};
/** Mouse and finger, with and without movement, by day and by night. */
const SCREENS = [LAPTOP, { ...PHONE, reducedMotion: "reduce" }, { ...STILL, ...DARK }, STILL, { ...PHONE, reducedMotion: "reduce", colorScheme: "dark" }, STILL];

for (const [name, listed] of Object.entries(GAMES)) {
  test(`a whole game: ${name}`, (t) =>
    inHouse(t, `kinds-${name.split("/")[0]}`, async (house) => {
      const story = new Story(house, Traced.text(`${name}.txt`));
      await house.scene("a table is opened, and all sit down", () => story.gather());
      await house.scene(`${story.game.turns.length} turns`, () => story.playAll());
      await house.scene("the result, and the record", () => story.end(listed));
    }));
}

class Story {
  /** @type {Person[]} in the order of their seats */
  people = [];
  /** @type {Hand[]} */
  hands = [];
  link = "";

  /** @type {(house: House, text: string) => void} */
  constructor(house, text) {
    this.house = house;
    this.game = new Traced(text);
    const { Seats } = this.game.tags;
    this.names = Array.from({ length: Number(Seats) }, (_, seat) => this.game.tags[`Seat${seat + 1}`]);
  }

  async gather() {
    const { Game, Seats, Variant } = this.game.tags;
    this.people = await Promise.all(this.names.map((name, seat) => this.house.person(name, SCREENS[seat])));
    this.hands = this.people.map((person) => new Hand(person));
    const [host, ...friends] = this.people;
    // A game for two has no choice of seats.
    const choices = { ...(this.names.length > 2 && { players: Seats }), ...(Variant && { board: Variant }) };
    this.link = await host.openTable({ ...choices, starter: "Whoever sits on the first chair" }, Game);
    await Promise.all(friends.map((friend) => friend.open(this.link)));
    for (const [at, friend] of friends.entries()) await friend.sit(at + 2);
    for (const { page } of this.people) await page.waitForFunction(() => document.body.dataset.phase === "playing");
    await this.agree(0);
    const heading = await host.page.locator("h1").innerText();
    if (Variant) assert.match(heading, new RegExp(`\\b${Variant}\\b`), "the page does not say the variant");
  }

  async playAll() {
    const { turns } = this.game;
    for (let n = 1; n <= turns.length; n += 1) {
      await this.play(n);
      await Promise.all(this.people.map((person) => person.sees(n)));
      await this.agree(n);
      if (n === Math.round(turns.length * 0.45)) for (const person of this.people) await person.picture("middle");
    }
  }

  /** Ply `n`, by whose turn it is. @param {number} n */
  async play(n) {
    const [text, seat] = [this.game.turns[n - 1], this.game.seat(n)];
    if (text.startsWith("drop:")) return this.people[seat - 1].resign();
    const [hand, steps] = [this.hands[seat - 1], text.split(",")];
    for (const [at, step] of steps.entries()) {
      await hand.enter(n - 1, steps.slice(0, at), step);
      if (at < steps.length - 1) await this.staged(hand.person, n, at + 1);
    }
    // What is whole at once, or by a button, needs no more.
    const { page } = hand.person;
    await until(async () => {
      if ((await page.locator("#turn-list li").count()) >= n) return;
      const send = page.getByRole("button", { name: "Send turn" });
      if (await send.isVisible()) await hand.person.touch(send);
      throw new Error(`ply ${n}, ${text}, is not sent`);
    });
  }

  /** Some steps of ply `n` are on the mover's board. @type {(mover: Person, n: number, steps: number) => Promise<void>} */
  async staged(mover, n, steps) {
    const text = this.game.turns[n - 1].split(",").slice(0, steps).join(", ");
    await mover.reads("staged", new RegExp(`^Staged: ${text}\\.`));
    await this.show([mover], this.game.after(n - 1, steps).position, `${text} staged in ply ${n}`);
  }

  /** All show the position after ply `n`. @param {number} n */
  async agree(n) {
    await this.show(this.people, this.game.after(n).position, `after ply ${n}`);
  }

  /** @type {(people: Person[], position: string, when: string) => Promise<void>} */
  async show(people, position, when) {
    const wanted = expected(await tried(this.house.server.url, this.game.tags.Game, position));
    const check = (/** @type {Person} */ { name, page }) =>
      until(async () => assert.deepEqual(await page.evaluate(readDrawn), wanted, `${name}: ${when}`));
    await Promise.all(people.map(check));
  }

  /** @param {string[]} listed the first turns as they are listed */
  async end(listed) {
    const { tags, turns, lines } = this.game;
    const ranks = tags.Ranks.split(" ").map(Number);
    assert.deepEqual(lines.at(-1)?.ranks, ranks, "the fixture is right");
    const places = this.names.map((name, seat) => `${ranks[seat]}. ${name}`).sort();
    for (const person of this.people) {
      await until(async () => {
        const rows = await person.page.locator("#result tbody tr").allInnerTexts();
        const found = rows.map((row) => row.replace(/\s+/g, " ").trim().split(" ").slice(0, 1 + person.name.split(" ").length).join(" "));
        assert.deepEqual(found.sort(), places, `the result that ${person.name} sees`);
      });
      assert.deepEqual((await this.listed(person)).slice(0, listed.length), listed);
      await person.picture("result");
    }
    const stranger = await this.house.person("Eve", PHONE);
    const text = await (await stranger.context.request.get(`${new URL(this.link).pathname}/record.txt`)).text();
    assert.deepEqual(turnsOf(text), turns);
    const { Position, ...kept } = tags;
    assert.deepEqual({ ...new Traced(text).tags, Date: kept.Date }, kept);
    const half = Math.round(turns.length / 2);
    await stranger.open(`${this.link}#${half}`);
    await this.show([stranger], this.game.after(half).position, `the record after ply ${half}`);
    assert.deepEqual(await this.listed(stranger), await this.listed(this.people[0]));
  }

  /** The turns in the list, each under its own text. @param {Person} person */
  async listed(person) {
    const found = await person.page.locator("#turn-list .text").evaluateAll((all) => all.map((text) => [text.textContent ?? "", text.getAttribute("title")]));
    const { turns } = this.game;
    assert.deepEqual(found.map(([, whole]) => whole), turns.map((turn) => (turn.startsWith("drop:") ? "leaves" : turn)));
    return found.map(([shown]) => shown);
  }
}
