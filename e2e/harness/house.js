// A server, a browser and the people in front of it: opened for a story, checked and closed when it is told.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { rm } from "node:fs/promises";
import { output } from "./places.js";
import { Person } from "./person.js";
import { Server } from "./server.js";
import { Watch } from "./watch.js";
import { Wire } from "./wire.js";

/** @import { Browser } from "playwright-core" */
/** @import { TestContext } from "node:test" */

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // An address of a home network, where plain http is no secure context.
  "--host-resolver-rules=MAP 192.168.77.5 127.0.0.1",
];
/** More jumping about than this is felt. */
const MOST_JUMPY = 0.1;

/** A screen: a laptop's, unless told otherwise. */
export const LAPTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const DARK = { ...LAPTOP, colorScheme: "dark" };
export const AT_HOME = { ...PHONE, host: "192.168.77.5" };
export const STILL = { ...LAPTOP, reducedMotion: "reduce" };

export class House {
  /** @type {Person[]} */
  people = [];
  /** @type {Browser} */
  #browser;

  /**
   * @param {TestContext} t
   * @param {string} name of the story, and of its output
   */
  constructor(t, name) {
    this.t = t;
    this.name = name;
    this.server = new Server(name);
  }

  async open() {
    await rm(await output(this.name), { recursive: true, force: true });
    await this.server.start();
    const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
    this.#browser = await chromium.launch({ executablePath, args: FLAGS });
  }

  /**
   * Somebody with a browser of their own.
   * @param {string} name
   * @param {object} [screen] what the browser is told of it, and the host under which it finds the server
   */
  async person(name, { host = "127.0.0.1", ...screen } = /** @type {{ host?: string }} */ (LAPTOP)) {
    const wire = new Wire(this.server.url);
    await wire.open();
    const context = await this.#browser.newContext({ baseURL: wire.url.replace("127.0.0.1", host), locale: "en-GB", ...screen });
    context.setDefaultTimeout(20_000);
    const watch = new Watch();
    await watch.follow(context);
    const person = new Person(name, context, await context.newPage(), watch, this, wire, screen);
    this.people.push(person);
    return person;
  }

  /** A part of the story, with the time it took. @type {<T>(words: string, tell: () => Promise<T>) => Promise<T>} */
  async scene(words, tell) {
    const start = performance.now();
    try {
      return await tell();
    } catch (error) {
      this.t.diagnostic(`FAILED: ${words}`);
      throw error;
    } finally {
      this.t.diagnostic(`${((performance.now() - start) / 1000).toFixed(1)} s  ${words}`);
    }
  }

  /** Nothing went wrong behind anybody's back. */
  check() {
    for (const { name, watch } of this.people) {
      this.t.diagnostic(`layout shift: ${watch.jumpiness.toFixed(4)} ${name} ${watch.jumps.slice(0, 3).join("; ")}`);
      assert.deepEqual(watch.problems, [], `${name}'s pages complain`);
      assert.ok(watch.jumpiness < MOST_JUMPY, `${name}'s page jumps about: ${watch.jumps.slice(0, 9).join("; ")}`);
    }
    this.server.check();
  }

  async close() {
    await this.#browser?.close();
    for (const { wire } of this.people) wire.close();
    await this.server.close();
  }

  /** What everybody sees, when a story goes wrong. */
  async lastLook() {
    for (const person of this.people) await person.picture("failed").catch(() => {});
  }

  /** @param {string} name */
  async shot(name) {
    return output(`${this.name}/${name}.png`);
  }
}

/**
 * Tells a story in a house of its own.
 * @param {TestContext} t
 * @param {string} name
 * @param {(house: House) => Promise<void>} tell
 */
export async function inHouse(t, name, tell) {
  const house = new House(t, name);
  try {
    await house.open();
    await tell(house);
    house.check();
  } catch (error) {
    await house.lastLook();
    throw error;
  } finally {
    await house.close();
  }
}
