// Four friends play a whole game by link: from the home page to the records, by clicks and taps alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DARK, inHouse, LAPTOP, PHONE, STILL } from "./harness/house.js";
import { Game, turnsOf } from "./harness/record.js";
import { until } from "./harness/until.js";

/** @import { House } from "./harness/house.js" */
/** @import { Person } from "./harness/person.js" */

const NAMES = ["Ann", "Ben", "Cleo", "Dee"];

test("four friends play by link, nothing is lost, and the game is in the records", (t) =>
  inHouse(t, "four-friends", async (house) => {
    const party = new Party(house);
    await house.scene("Ann opens a table and sends its link", () => party.gather());
    await house.scene("all sit down, and the game starts", () => party.sitDown());
    await house.scene(`${party.game.turns.length} turns and drops are played`, () => party.playAll());
    await house.scene("all see the result", () => party.seeResult());
    await house.scene("a stranger with the link replays the game", () => party.replay());
    await house.scene("the records have it, for those who may see it", () => party.findRecord());
  }));

class Party {
  game = Game.fixture("bushwhacked/four-friends.txt");
  /** @type {Person[]} in the order of their chairs, later in the order of play */
  people = [];
  link = "";
  path = "";

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    const { turns } = this.game;
    const stones = turns.map((turn) => turn.split(",").filter((step) => /^[a-q]/.test(step)).length);
    assert.ok(turns.includes("pass") && stones.includes(3), "a pass and three stones at once");
    assert.ok(turns.some((turn) => turn.startsWith("x")) && turns.some((turn) => turn.startsWith("drop:")));
  }

  async gather() {
    const { house } = this;
    const [ann, ben, cleo, dee] = [LAPTOP, PHONE, { ...STILL, ...DARK }, STILL].map((screen, at) => house.person(NAMES[at], screen));
    this.people = await Promise.all([ann, ben, cleo, dee]);
    this.link = await this.people[0].openTable({ players: "4" });
    assert.equal(await this.people[0].page.getByLabel("Send this link to your friends").inputValue(), this.link);
    this.path = new URL(this.link).pathname;
    for (const friend of this.people.slice(1)) {
      await friend.open("/");
      assert.equal(await friend.page.locator(`a[href="${this.path}"]`).count(), 0, "listed, though by link only");
      assert.equal(await friend.open(this.link), 200);
      await friend.reads("status", "3 chairs are free.");
    }
    await this.pictures("1-opened");
  }

  async sitDown() {
    // The chairs are taken from the last to the first: whose chair it is counts, not who came when.
    for (const chair of [4, 3, 2]) await this.people[chair - 1].sit(chair);
    for (const person of this.people) await person.reads("countdown", /^The game starts in [1-5]\.$/);
    await this.pictures("2-countdown");
    for (const person of this.people) await person.reads("status", /your turn|is to move/i);
    const { people: order } = await this.people[0].reading();
    const first = NAMES.indexOf(order[0]);
    assert.deepEqual(order, [...NAMES.slice(first), ...NAMES.slice(0, first)], "clockwise from the one who starts");
    this.people = order.map((name) => /** @type {Person} */ (this.people.find((person) => person.name === name)));
    this.house.t.diagnostic(`order of play: ${order.join(", ")}`);
    for (const person of this.people) await person.mark();
    await this.agree(0);
    await this.pictures("3-start");
  }

  async playAll() {
    /** What happens besides, before a ply is played. @type {{ [n in number]?: () => Promise<void> }} */
    const besides = {
      20: () => this.reload(20, 1),
      27: () => this.reload(27, 0),
      50: () => this.pictures("4-middle"),
      100: () => this.agree(99),
    };
    for (let n = 1; n <= this.game.turns.length; n += 1) {
      await besides[n]?.();
      if (n === 33) n = await this.awayForThree(n);
      else await this.ply(n);
    }
  }

  /** Ply `n` is played, and everybody sees it. @param {number} n */
  async ply(n) {
    const text = this.game.turns[n - 1];
    const mover = this.people[this.game.seat(n) - 1];
    if (text.startsWith("drop:")) await this.resign(mover, n);
    else if (/^[a-q]\d+,/.test(text)) await this.severalStones(mover, n);
    else await mover.play(text);
    for (const person of this.people) await person.sees(n);
    if (text.startsWith("x") || text.startsWith("drop:")) await this.agree(n);
  }

  /** Stones are staged one by one, seen by the mover alone, with what they would capture. @type {(mover: Person, n: number) => Promise<void>} */
  async severalStones(mover, n) {
    const steps = this.game.turns[n - 1].split(",");
    const other = this.people[this.game.seat(n) % 4];
    for (let count = 1; count <= steps.length; count += 1) {
      await mover.enter(steps[count - 1]);
      await until(async () => this.#staged(await mover.reading(), n, steps.slice(0, count)));
      if (n === 42 && count === 1) await this.tunnel(mover, steps[0]);
    }
    assert.equal((await other.reading()).drawn, this.game.positions[n - 1].board, "what is staged is nobody else's business");
    if (steps.length === 3) await mover.picture(`5-three-stones-${n}`);
    await mover.press("Send turn");
    await this.agree(n);
  }

  /** @type {(page: import("./harness/reading.js").Reading, n: number, steps: string[]) => void} */
  #staged(page, n, steps) {
    const whole = steps.join(",") === this.game.turns[n - 1];
    const now = this.game.midTurn(n - 1, steps);
    const ended = whole ? now : this.game.midTurn(n - 1, [...steps, "end"]);
    const doomed = ended.captured(this.game.seat(n), now).sort();
    assert.deepEqual([page.drawn, page.told], [now.board, now.board], `staged ${steps}`);
    assert.deepEqual([page.doomed, page.toldDoomed], [doomed, doomed], `would be captured by ${steps}`);
    assert.deepEqual(page.tallies, now.tallies, `tallies with ${steps} staged`);
  }

  /** One player's page is loaded anew. @type {(n: number, after: number) => Promise<void>} */
  async reload(n, after) {
    const person = this.people[(this.game.seat(n) - 1 + after) % 4];
    await person.page.reload();
    await person.mark();
    await person.sees(n - 1);
    await this.agree(n - 1);
  }

  /** A player loses the network while three others play, and catches up on coming back. @param {number} n */
  async awayForThree(n) {
    const away = this.people[this.game.seat(n + 3) - 1];
    await away.loseTheNetwork();
    const all = this.people;
    this.people = all.filter((person) => person !== away);
    const order = [...all];
    for (let ply = n; ply < n + 3; ply += 1) {
      await order[this.game.seat(ply) - 1].play(this.game.turns[ply - 1]);
      for (const person of this.people) await person.sees(ply);
    }
    this.people = all;
    await sleep(300);
    assert.equal((await away.reading()).turns.length, n - 1, "somebody without a network sees nothing new");
    await away.picture("6-offline");
    await away.comeBack();
    await this.agree(n + 2);
    await away.isTheSamePage();
    away.watch.strict();
    return n + 2;
  }

  /** The line is lost and comes back while a stone is staged. @type {(mover: Person, step: string) => Promise<void>} */
  async tunnel(mover, step) {
    await mover.loseTheNetwork();
    await sleep(500);
    await mover.reads("staged", new RegExp(`^Staged: ${step}\\.`));
    await mover.comeBack();
    await mover.reads("line", "");
    await mover.reads("staged", new RegExp(`^Staged: ${step}\\.`));
    await mover.isTheSamePage();
    mover.watch.strict();
  }

  /** Somebody leaves: at the second thought. @type {(person: Person, n: number) => Promise<void>} */
  async resign(person, n) {
    await person.press("Resign …");
    await person.picture("7-resign-question");
    await person.press("Play on");
    await person.resign();
    await person.sees(n);
    await until(async () => assert.equal(await person.page.locator("#resign").isVisible(), false, "resigned, and asked again"));
    assert.equal(await person.page.locator("#composer").isVisible(), false, "somebody who left has no turn");
  }

  async seeResult() {
    const { game, people } = this;
    const last = game.positions[game.turns.length];
    const ranks = game.tags.Ranks.split(" ").map(Number);
    const rows = people
      .map(({ name }, seat) => [`${ranks[seat]}.`, name, last.tallies[seat].bases, last.tallies[seat]["capture stones"]].join(" "))
      .sort();
    const winner = people[ranks.indexOf(1)].name;
    for (const person of people) await this.#result(person, winner, rows);
    await this.agree(game.turns.length);
    await this.pictures("8-result");
  }

  /** @type {(person: Person, winner: string, rows: string[]) => Promise<void>} */
  async #result(person, winner, rows) {
    await person.reads("status", `${winner} wins.`);
    await person.reads("result", new RegExp(`^${winner} wins The game ended by its rules\\.`));
    const found = await person.page.locator("#result tbody tr").allInnerTexts();
    assert.deepEqual(found.map((row) => row.replace(/\s+/g, " ").trim()), rows, `the result that ${person.name} sees`);
    assert.equal(await person.page.locator("#composer").isVisible(), false, "the game is over, and yet somebody is to move");
  }

  /** The record at the same address, for somebody who never sat there. */
  async replay() {
    const stranger = await this.house.person("Eve");
    const { page } = stranger;
    const count = this.game.turns.length;
    assert.equal(await stranger.open(this.link), 200);
    await this.shows(stranger, count);
    assert.equal(await page.locator("#result").isVisible(), true);
    for (const [key, n] of /** @type {[string, number][]} */ ([["Home", 0], ["ArrowRight", 1], ["ArrowRight", 2], ["End", count], ["ArrowLeft", count - 1]])) {
      await page.keyboard.press(key);
      await this.shows(stranger, n);
    }
    await page.locator("#turn-list li:nth-child(95) a").click();
    await this.shows(stranger, 95);
    await stranger.picture("9-replay");
    await until(() => assert.equal(new URL(page.url()).hash, "#95"));
    await stranger.open(`${this.link}#57`);
    await this.shows(stranger, 57);
    await page.reload();
    await this.shows(stranger, 57);
    await this.#autoplay(stranger);
    await this.#replayOnPhone();
  }

  /** @param {Person} stranger */
  async #autoplay(stranger) {
    const { page } = stranger;
    const auto = page.locator("#auto");
    await page.locator("#newest").click();
    await auto.click();
    await this.shows(stranger, 0);
    await this.shows(stranger, 2);
    assert.equal(await auto.getAttribute("aria-pressed"), "true");
    await auto.click();
    const [before] = [await page.locator("#where").innerText(), await sleep(1_400)];
    assert.equal(await page.locator("#where").innerText(), before, "it was told to stop");
  }

  async #replayOnPhone() {
    const phone = await this.house.person("Fay", { ...PHONE, colorScheme: "dark" });
    await phone.open(`${this.link}#81`);
    await this.shows(phone, 81);
    await phone.touch(phone.page.locator("#forward"));
    await this.shows(phone, 82);
    await phone.picture("9-replay");
  }

  /** Somebody's page shows the position after ply `n`. @type {(person: Person, n: number) => Promise<void>} */
  async shows(person, n) {
    await person.reads("where", `${n} / ${this.game.turns.length}`);
    const position = this.game.positions[n];
    await until(async () => {
      const { drawn, told, control, tallies } = await person.reading();
      assert.deepEqual({ drawn, told, control, tallies }, { drawn: position.board, told: position.board, control: position.control, tallies: position.tallies });
    });
  }

  async findRecord() {
    const { game, house, people } = this;
    const stranger = /** @type {Person} */ (house.people.find((person) => person.name === "Eve"));
    const text = await (await stranger.context.request.get(`${this.path}/record.txt`)).text();
    assert.deepEqual(turnsOf(text), game.turns);
    const { tags } = new Game(text);
    const seats = Object.fromEntries(people.map(({ name }, seat) => [`Seat${seat + 1}`, name]));
    const { Game: kind, Seats, Ending, Ranks } = game.tags;
    assert.deepEqual({ ...tags, Date: undefined }, { Game: kind, Seats, Variant: "", Date: undefined, ...seats, Ending, Ranks });
    const json = await (await stranger.context.request.get(`${this.path}/record.json`)).json();
    assert.ok(JSON.stringify(json).includes('"m11,e7,f4"'), "the record as JSON has the turns");
    const row = (/** @type {Person} */ person) => person.page.locator(`.records a[href="${this.path}"]`);
    await stranger.open("/records");
    assert.equal(await row(stranger).count(), 0, "a stranger finds a game that is by link only");
    for (const person of people) {
      await person.open("/records");
      assert.match(await row(person).innerText(), new RegExp(`${game.turns.length} turns.*by link only`, "s"));
    }
    await people[0].picture("10-records");
    await people[0].touch(row(people[0]));
    await this.shows(people[0], game.turns.length);
  }

  /** All pages show the position after ply `n`, and the way there. @param {number} n */
  async agree(n) {
    const position = this.game.positions[n];
    const turns = this.game.turns.slice(0, n).map((turn) => (turn.startsWith("drop:") ? "leaves" : turn));
    const expected = {
      drawn: position.board,
      told: position.board,
      control: position.control,
      toldControl: position.control,
      doomed: [],
      toldDoomed: [],
      tallies: position.tallies,
      people: this.people.map((person) => person.name),
      turns,
    };
    for (const person of this.people) {
      await until(async () => assert.deepEqual(await person.reading(), expected, `${person.name} after ply ${n}`));
      const title = await person.page.title();
      const mine = this.people[position.toMove - 1] === person;
      assert.equal(title.startsWith("● Your turn"), mine, `${person.name}'s tab after ply ${n}: ${title}`);
    }
  }

  /** What everybody sees. @param {string} name */
  async pictures(name) {
    for (const person of this.people) await person.picture(name);
  }
}
