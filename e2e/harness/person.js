// Somebody in front of a browser, who does what people do: looks, clicks, taps, types.

/** @import { BrowserContext, Locator, Page } from "playwright-core" */
/** @import { House } from "./house.js" */
/** @import { Watch } from "./watch.js" */
/** @import { Wire } from "./wire.js" */
import assert from "node:assert/strict";
import { readPage } from "./reading.js";
import { until } from "./until.js";

export class Person {
  /**
   * @param {string} name
   * @param {BrowserContext} context
   * @param {Page} page
   * @param {Watch} watch
   * @param {House} house
   * @param {Wire} wire to the server
   * @param {{ hasTouch?: boolean }} screen
   */
  constructor(name, context, page, watch, house, wire, screen) {
    this.name = name;
    this.context = context;
    this.page = page;
    this.watch = watch;
    this.house = house;
    this.wire = wire;
    this.screen = screen;
  }

  /** Another tab of the same browser. */
  async anotherTab() {
    return new Person(this.name, this.context, await this.context.newPage(), this.watch, this.house, this.wire, this.screen);
  }

  /** Opens an address, which may have come from somebody whose wire is another. @param {string} address */
  async open(address) {
    const { pathname, hash } = new URL(address, this.wire.url);
    const answer = await this.page.goto(pathname + hash);
    return answer?.status();
  }

  /** By finger or by mouse. @param {Locator} where */
  async touch(where) {
    await (this.screen.hasTouch ? where.tap() : where.click());
  }

  /** Touches a square that offers nothing. @param {string} name */
  async poke(name) {
    const where = this.square(name);
    await (this.screen.hasTouch ? where.tap({ force: true }) : where.click({ force: true }));
  }

  /** @param {string} name of the button */
  async press(name) {
    await this.touch(this.page.getByRole("button", { name, exact: true }));
  }

  /** @param {string} name of the square */
  square(name) {
    return this.page.locator(`#board [data-name="${name}"]`);
  }

  /** Opens a table on the home page, and is at it then. @type {(terms?: { [label in string]: string }, kind?: string) => Promise<string>} */
  async openTable(terms = {}, kind = "bushwhacked") {
    await this.open("/");
    const form = this.page.locator("form", { has: this.page.locator(`[name="kind"][value="${kind}"]`) });
    if (!(await form.isVisible())) await this.touch(this.page.locator("details", { has: form }).locator("> summary"));
    for (const label of Object.values(terms)) await this.touch(form.getByLabel(label, { exact: true }));
    await form.getByLabel("Your name").fill(this.name);
    await this.touch(form.getByRole("button", { name: "Open the table" }));
    await this.page.waitForURL(/\/g\/[0-9a-z]{12}$/);
    return this.page.url();
  }

  /** Takes a chair. @type {(chair: number, name?: string) => Promise<void>} */
  async sit(chair, name = this.name) {
    await this.page.getByLabel("Your name").fill(name);
    await this.touch(this.page.locator(`[data-chair="${chair - 1}"]`));
  }

  /** Waits until a part of the page says something. @type {(id: string, words: string | RegExp) => Promise<void>} */
  async reads(id, words) {
    await until(async () => {
      const said = (await this.page.locator(`#${id}`).innerText()).replace(/\s+/g, " ").trim();
      if (typeof words === "string") assert.equal(said, words, `${this.name}: #${id}`);
      else assert.match(said, words, `${this.name}: #${id}`);
    });
  }

  /** Waits until the list of turns ends with turn `n`. @param {number} n */
  async sees(n) {
    await this.page.locator(`#turn-list li:nth-child(${n}):last-child a`).waitFor();
  }

  /** What the page shows now: see `reading.js`. */
  async reading() {
    return this.page.evaluate(readPage);
  }

  /** Begins to enter a step: all clicks that it takes. @param {string} step */
  async enter(step) {
    if (step === "pass") return this.press("Pass");
    if (step === "end") return this.press("End turn");
    if (step.startsWith("x")) await this.press("Trade in");
    await this.touch(this.square(step.replace(/^[x-]/, "")));
    // A finger on small squares only aims.
    if (this.screen.hasTouch) await this.touch(this.page.locator("#buttons [data-confirm]"));
  }

  /** Stages steps of a turn that has more of them. @param {string[]} steps */
  async stage(steps) {
    for (const [at, step] of steps.entries()) {
      await this.enter(step);
      await this.reads("staged", new RegExp(`^Staged: ${steps.slice(0, at + 1).join(", ")}\\.`));
    }
  }

  /** Enters a whole turn. @param {string} text as it stands in the record */
  async play(text) {
    const steps = text.split(",");
    if (steps.length === 1) return this.enter(text);
    await this.stage(steps);
    await this.press("Send turn");
  }

  /** Waits until the board shows this, in the letters of a position text. @param {string} board */
  async shows(board) {
    await until(async () => {
      const { drawn, told } = await this.reading();
      assert.deepEqual({ drawn, told }, { drawn: board, told: board }, `${this.name}'s board`);
    });
  }

  /** Without a network until `comeBack`: nothing comes through, and what was open never hears of it. */
  async loseTheNetwork() {
    this.loseTheLine();
    this.wire.die();
    await this.context.setOffline(true);
  }

  async comeBack() {
    this.wire.mend();
    await this.context.setOffline(false);
  }

  /** The line may break: that is no complaint, until `watch.strict`. */
  loseTheLine() {
    this.watch.forgive(/WebSocket|net::ERR_/);
  }

  /** Leaves the game, and means it. */
  async resign() {
    await this.press("Resign …");
    await this.press("Resign");
  }

  /** Leaves a mark that a page loaded anew would not have. */
  async mark() {
    await this.page.evaluate(() => Object.assign(window, { e2eMark: true }));
  }

  async isTheSamePage() {
    assert.ok(await this.page.evaluate(() => "e2eMark" in window), `${this.name}'s page was loaded anew`);
  }

  /** The screen as it is, among the output. @param {string} name */
  async picture(name) {
    await this.page.screenshot({ animations: "disabled", path: await this.house.shot(`${name}-${this.name.toLowerCase()}`) });
  }
}
