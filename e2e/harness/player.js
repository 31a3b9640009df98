// A player in front of a browser, who looks, clicks, taps and types.

/** @import { BrowserContext, Locator, Page } from "playwright-core" */
/** @import { Monitor } from "./monitor.js" */
/** @import { Proxy } from "./proxy.js" */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Clicks } from "./clicks.js";
import { readTable } from "./page-state.js";
import { until } from "./until.js";

/** @typedef {{ hasTouch?: boolean, keyboard?: boolean }} Input how the player enters steps: by mouse if nothing is said */
/** @typedef {{ context: BrowserContext, monitor: Monitor, proxy: Proxy, input: Input, output: (name: string) => Promise<string> }} Device */

/** Where cells are small, a tap only aims, and this button confirms. */
const CONFIRM = "#buttons [data-confirm]";
/** Milliseconds. Chromium sometimes never says that it has taken a touch: whoever waits for what follows tries again, or fails. */
const LONGEST_TOUCH = 10_000;

export class Player {
  /**
   * @param {string} name
   * @param {Device} device
   * @param {Page} page
   */
  constructor(name, device, page) {
    this.name = name;
    this.device = device;
    this.page = page;
    this.clicks = new Clicks(page);
  }

  get monitor() {
    return this.device.monitor;
  }

  /** This player in another tab of the browser. */
  async anotherTab() {
    return new Player(this.name, this.device, await this.device.context.newPage());
  }

  /** Opens an address, which may name another player's proxy. Returns the status. @param {string} address */
  async open(address) {
    const { pathname, search, hash } = new URL(address, this.device.proxy.url);
    const response = await this.page.goto(pathname + search + hash);
    return response?.status();
  }

  /** The body of a GET request with this player's cookies. @param {string} path */
  async fetch(path) {
    return (await this.device.context.request.get(path)).text();
  }

  /** Clicks or taps. @type {(where: Locator, timeout?: number) => Promise<void>} */
  async touch(where, timeout) {
    await (this.device.input.hasTouch ? where.tap({ timeout }) : where.click({ timeout }));
  }

  /** Presses the button of that name, which may be in a menu. @param {string} name */
  async press(name) {
    const button = this.page.getByRole("button", { name, exact: true });
    const all = this.page.getByRole("button", { name, exact: true, includeHidden: true });
    const opener = await until(async () => {
      if ((await button.count()) > 0) return "";
      const found = await all.evaluateAll(findOpener);
      assert.ok(found, `${this.name} sees no button ${name}`);
      return found;
    });
    if (opener) await this.#openMenu(this.page.locator(`#${opener}`), button);
    await this.touch(button);
  }

  /** Opens the menu in which a button is. The page may move under the finger: then people try again. @type {(opener: Locator, button: Locator) => Promise<void>} */
  async #openMenu(opener, button) {
    await until(async () => {
      await this.touch(opener);
      await button.waitFor({ timeout: 2000 });
    });
  }

  /** Opens the settings. */
  async openSettings() {
    await this.touch(this.page.locator("#open-settings"));
  }

  /** Changes a preference in the middle of a game. @param {string} label */
  async prefer(label) {
    await this.openSettings();
    await this.touch(this.page.locator("#open-preferences"));
    const dialog = this.page.locator("#preferences-dialog");
    await this.touch(dialog.getByLabel(label, { exact: true }));
    await this.touch(dialog.getByRole("button", { name: "Save", exact: true }));
    await dialog.waitFor({ state: "detached" });
  }

  /** @param {string} name */
  cell(name) {
    return this.page.locator(`#board [data-name="${name}"]`);
  }

  /** Clicks a cell that does not react. @param {string} name */
  async touchInert(name) {
    const where = this.cell(name);
    await (this.device.input.hasTouch ? where.tap({ force: true }) : where.click({ force: true }));
  }

  /**
   * Opens a table from the home page, with choices given by their labels. Returns its link.
   * @type {(choices?: { [choice in string]: string }, kind?: string) => Promise<string>}
   */
  async openTable(choices = {}, kind = "bushwhacked") {
    await this.open("/");
    const form = this.page.locator("form.play");
    await this.touch(form.locator(`[name=kind][value=${kind}]`));
    const more = form.locator(".more");
    if ((await more.getAttribute("open")) === null) await this.touch(more.locator("summary"));
    for (const label of Object.values(choices)) await this.touch(form.getByLabel(label, { exact: true }).filter({ visible: true }));
    await this.#giveName(form.getByLabel("Your name"), this.name);
    await this.touch(form.getByRole("button", { name: "Open the table" }));
    await this.page.waitForURL(/\/g\/[0-9a-z]{12}$/);
    return this.page.url();
  }

  /** Plays Bushwhacked against bots, from the home page. @type {(level?: number) => Promise<void>} */
  async playBots(level = 1) {
    await this.open("/");
    await this.#giveName(this.page.getByLabel("Your name"), this.name);
    await this.page.getByLabel("Level").selectOption(`${level}`);
    await this.touch(this.page.getByRole("button", { name: "Play bots now" }));
    await this.page.waitForURL(/\/g\/[0-9a-z]{12}$/);
  }

  /** Whoever has an account plays under its name, and cannot type another one. @type {(field: Locator, name: string) => Promise<void>} */
  async #giveName(field, name) {
    await field.waitFor();
    if (await field.isEditable()) await field.fill(name);
  }

  /**
   * Sits down on a chair. There is a choice while several are free: it may go while somebody else takes the last chair but one.
   * @type {(chair: number, name?: string) => Promise<void>}
   */
  async sit(chair, name = this.name) {
    await this.#giveName(this.page.getByLabel("Your name"), name);
    const choice = this.page.locator(`[data-chair="${chair - 1}"]`);
    await until(async () => {
      if (await choice.isVisible()) await this.touch(choice, 1_000);
    });
    await this.join();
  }

  /** Joins the table under the name that stands in the form. */
  async join() {
    await this.touch(this.page.locator("#name-form button"));
  }

  /** Waits until the element with that id has this text. @type {(id: string, text: string | RegExp) => Promise<void>} */
  async reads(id, text) {
    await until(async () => {
      const found = (await this.page.locator(`#${id}`).innerText())
        .replace(/[\u2068\u2069]/g, "")
        .replace(/\s+/g, " ")
        .trim();
      if (typeof text === "string") assert.equal(found, text, `${this.name}: #${id}`);
      else assert.match(found, text, `${this.name}: #${id}`);
    });
  }

  /** Waits until the table is in this phase. @param {"playing" | "over"} phase */
  async phase(phase) {
    await this.page.waitForFunction((wanted) => document.body.dataset.phase === wanted, phase);
  }

  /** Waits until the list of turns ends with turn `n`. @param {number} n */
  async sees(n) {
    await this.page.locator(`#turn-list li:nth-child(${n}):last-child a`).waitFor();
  }

  /** What the page shows now. */
  async state() {
    return this.page.evaluate(readTable);
  }

  async isDisconnected() {
    await this.reads("connection", /^Connection lost/);
  }

  async isConnected() {
    await this.reads("connection", "");
  }

  /** Waits until these steps are staged. @param {string[]} steps */
  async hasStaged(steps) {
    await until(async () => {
      if ((await this.#staged()).length < steps.length) await this.#confirm();
      assert.deepEqual(await this.#staged(), steps, `${this.name}'s staged steps`);
    });
  }

  async #staged() {
    const text = await this.page.locator("#staged").innerText();
    return /^Your turn(?: so far)?: (.+?)\./.exec(text)?.[1].split(", ") ?? [];
  }

  /** The number of the turn that is composed: the plies before it, or in a lesson the lesson's number. */
  async #turn() {
    const counted = await this.page.evaluate(() => {
      const turns = document.getElementById("turn-list");
      const { classList } = document.body;
      if (turns?.querySelector(".taken-back") || classList.contains("exploring") || classList.contains("practising")) return null;
      return turns ? turns.children.length : Number(location.hash.slice(1)) - 1;
    });
    // A takeback counts as well, and the list does not say how many there were; turns that are tried have no such list.
    return counted ?? this.clicks.turn;
  }

  /** Enters one step with all the clicks that it takes. @param {string} step */
  async enter(step) {
    const path = await until(async () => {
      const [turn, staged] = [await this.#turn(), await this.#staged()];
      const found = this.clicks.to(turn, staged, step);
      if (found) return found;
      throw new Error(`${this.name}'s page offers no clicks for ${step} in turn ${turn} after ${staged}`);
    });
    for (const click of path) await this.#follow(click);
  }

  /** @param {string} click the number of a cell or the name of a button */
  async #follow(click) {
    if (!/^\d+$/.test(click)) return this.touch(this.page.locator(`#buttons [data-button="${click}"]`));
    const cell = this.page.locator(`:is(#board, #lesson-board) [data-cell="${click}"]`);
    if (this.device.input.keyboard) return this.#walkTo(cell);
    await this.#touchCell(cell);
    await this.#confirm();
  }

  /** Touches the button that confirms what a first tap shows, if it is there. */
  async #confirm() {
    const confirm = this.page.locator(CONFIRM);
    if (await confirm.isVisible()) await this.touch(confirm);
  }

  /** Touches the centre of a cell, without Playwright's own waiting if it is in sight. @param {Locator} cell */
  async #touchCell(cell) {
    const point = await cell.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return document.elementFromPoint(x, y) === element ? { x, y } : null;
    });
    if (point === null) return this.touch(cell);
    const { hasTouch } = this.device.input;
    const touched = hasTouch ? this.page.touchscreen.tap(point.x, point.y) : this.page.mouse.click(point.x, point.y);
    await Promise.race([touched, sleep(LONGEST_TOUCH, undefined, { ref: false })]);
  }

  /** Moves to a cell by the arrow keys and presses Enter. The board is square, with rank 1 at the bottom. @param {Locator} cell */
  async #walkTo(cell) {
    const target = (await cell.getAttribute("data-name")) ?? "";
    if ((await this.focusedCell()) === "") await this.page.locator(':is(#board, #lesson-board) [tabindex="0"]').focus();
    for (let here = await this.focusedCell(); here !== target; here = await this.focusedCell()) {
      const [right, up] = [target.charCodeAt(0) - here.charCodeAt(0), Number(target.slice(1)) - Number(here.slice(1))];
      await this.page.keyboard.press(right > 0 ? "ArrowRight" : right < 0 ? "ArrowLeft" : up > 0 ? "ArrowUp" : "ArrowDown");
    }
    await this.page.keyboard.press("Enter");
  }

  /** The name of the cell that has the focus; empty if none has. */
  async focusedCell() {
    return this.page.evaluate(() => document.activeElement?.getAttribute("data-name") ?? "");
  }

  /** Stages steps, from the first of the turn, and sends nothing. @param {string[]} steps */
  async stage(steps) {
    for (const [at, step] of steps.entries()) {
      await this.enter(step);
      await this.hasStaged(steps.slice(0, at + 1));
    }
  }

  /** Waits until ply `n` is in the list of turns. A turn that was not sent with its last step is sent. @param {number} n */
  async submit(n) {
    const send = this.page.locator("#buttons [data-send]");
    await until(async () => {
      if ((await this.page.locator("#turn-list li").count()) >= n) return;
      // A slow page shows the button some time after the tap.
      await this.#confirm();
      if (await send.isVisible()) await this.touch(send);
      throw new Error(`${this.name}'s turn ${n} has not been sent: ${await this.page.locator("#composer").innerText()}`);
    });
  }

  /** Enters a whole turn and sends it. @param {string} text as it stands in the record */
  async play(text) {
    const n = (await this.#turn()) + 1;
    const steps = text.split(",");
    await this.stage(steps.slice(0, -1));
    await this.enter(steps[steps.length - 1]);
    await this.submit(n);
  }

  /** Plays the first turn that the page offers. @param {number} n its number in the list of turns */
  async playAny(n) {
    const send = this.page.locator("#buttons [data-send]");
    const played = async () => (await this.page.locator("#turn-list li").count()) >= n;
    await until(async () => {
      if (await played()) return;
      const staged = await this.#staged();
      if (await send.isVisible()) await this.touch(send);
      else await this.#stageAny(staged);
      await until(async () => assert.ok((await played()) || (await this.#staged()).length !== staged.length), 1_000);
      assert.ok(await played(), `${this.name} has not played turn ${n}`);
    });
  }

  /** Enters the first step that the page offers after these, if it offers one. @param {string[]} staged */
  async #stageAny(staged) {
    const turn = await this.#turn();
    const step = this.clicks.first(turn, staged);
    for (const click of (step && this.clicks.to(turn, staged, step)) ?? []) await this.#follow(click);
  }

  async resign() {
    await this.press("Resign…");
    await this.press("Resign");
  }

  /** The network is gone until `goOnline`; open connections are not told. */
  async goOffline() {
    this.allowDisconnects();
    this.device.proxy.cut();
    await this.device.context.setOffline(true);
  }

  async goOnline() {
    this.device.proxy.restore();
    await this.device.context.setOffline(false);
  }

  /** Console errors about lost connections are expected, until `monitor.allowNothing`. */
  allowDisconnects() {
    this.monitor.allow(/WebSocket|net::ERR_/);
  }

  /** Marks the document, so that `isSameDocument` can tell whether it was reloaded. */
  async markDocument() {
    await this.page.evaluate(() => Object.assign(window, { e2eMark: true }));
  }

  async isSameDocument() {
    assert.ok(await this.page.evaluate(() => "e2eMark" in window), `${this.name}'s page was reloaded`);
  }

  /** Saves a screenshot among the output, if somebody wants to look at them: each takes a third of a second. @param {string} name */
  async screenshot(name) {
    if (process.env.THICKET_SCREENSHOTS) await this.photograph(name);
  }

  /** Saves a screenshot in any case. @param {string} name */
  async photograph(name) {
    const path = await this.device.output(`${name}-${this.name.toLowerCase()}`);
    await this.page.screenshot({ animations: "disabled", path });
  }
}

/** Runs in the page: the button that opens the menu of one of these buttons, by its id. @param {Element[]} buttons */
function findOpener(buttons) {
  const menus = buttons.filter((button) => !button.closest("[hidden]")).map((button) => button.closest("[popover]"));
  return menus.flatMap((menu) => document.querySelector(`[popovertarget="${menu?.id}"]`)?.id ?? [])[0];
}
