// What a test runs in: a server, a browser, and players with a device each. Opened for one test, then checked and closed.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { rm } from "node:fs/promises";
import { Monitor } from "./monitor.js";
import { output } from "./paths.js";
import { Player } from "./player.js";
import { Proxy } from "./proxy.js";
import { Server } from "./server.js";

/** @import { Browser, BrowserContextOptions } from "playwright-core" */
/** @import { TestContext } from "node:test" */
/** @import { Options } from "./server.js" */

/** @type {import("playwright-core")} */
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

/** The address of a home network, where plain HTTP is no secure context. */
const HOME_ADDRESS = "192.168.77.5";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--host-resolver-rules=MAP ${HOME_ADDRESS} 127.0.0.1`,
];
/** How long a page may take to react (milliseconds): long, so that a busy machine fails no test. */
const TIMEOUT = 60_000;
/** The score up to which a layout shift counts as good. */
const MAX_LAYOUT_SHIFT = 0.1;

/** @typedef {import("../../web/js/model/turn.js").Manner} Manner */
/** @typedef {BrowserContextOptions & { host?: string, keyboard?: boolean, send?: Manner }} Screen what a device is like, the host under which it finds the server, and how turns are sent */

/** @satisfies {{ [name in string]: Screen }} */
const SCREENS = {
  LAPTOP: { viewport: { width: 1440, height: 900 } },
  PHONE: { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};
export const { LAPTOP, PHONE } = SCREENS;
/** @type {Screen} */
export const DARK = { ...LAPTOP, colorScheme: "dark" };
/** @type {Screen} */
export const STILL = { ...LAPTOP, reducedMotion: "reduce" };
/** @type {Screen} */
export const AT_HOME = { ...PHONE, host: HOME_ADDRESS };

/** A browser without a window. */
export const openBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: FLAGS });

export class Scenario {
  /** @type {Player[]} */
  players = [];
  /** @type {Browser | undefined} */
  #browser;

  /**
   * @param {Pick<TestContext, "diagnostic">} t
   * @param {string} name of its output folder
   * @param {Options} [options] of its server
   */
  constructor(t, name, options = {}) {
    this.t = t;
    this.name = name;
    this.server = new Server(name, options);
  }

  async open() {
    await rm(await output(this.name), { recursive: true, force: true });
    await this.server.start();
    this.#browser = await openBrowser();
  }

  /** A player with a browser profile and a network connection of their own. @type {(name: string, screen?: Screen) => Promise<Player>} */
  async player(name, { host = "127.0.0.1", keyboard = false, send = "at-once", ...options } = LAPTOP) {
    assert.ok(this.#browser, "the scenario is open");
    const proxy = new Proxy(this.server.url);
    await proxy.listen();
    const context = await this.#browser.newContext({ baseURL: proxy.url.replace("127.0.0.1", host), locale: "en-GB", serviceWorkers: "block", ...options });
    context.setDefaultTimeout(TIMEOUT);
    // Most tests make many turns, and do not wait to undo them.
    await context.addCookies([{ name: "thicket-preferences", value: `send=${send}`, url: proxy.url.replace("127.0.0.1", host) }]);
    const monitor = new Monitor();
    await monitor.attach(context);
    const input = { hasTouch: options.hasTouch, keyboard };
    const device = { context, monitor, proxy, input, output: (/** @type {string} */ file) => output(`${this.name}/${file}.png`) };
    const player = new Player(name, device, await context.newPage());
    this.players.push(player);
    return player;
  }

  /** One step of the scenario; reports how long it took. @type {<T>(title: string, run: () => Promise<T>) => Promise<T>} */
  async step(title, run) {
    const start = performance.now();
    try {
      return await run();
    } catch (error) {
      this.t.diagnostic(`FAILED: ${title}`);
      throw error;
    } finally {
      this.t.diagnostic(`${((performance.now() - start) / 1000).toFixed(1)} s  ${title}`);
    }
  }

  /** Fails if a page reported a problem that the test did not allow, or the server any. */
  check() {
    for (const { name, monitor } of this.players) {
      const { shifts, problems } = monitor;
      const largest = shifts.slice(0, 3).map(({ value, what }) => `${value.toFixed(4)} ${what}`);
      this.t.diagnostic(`layout shifts: ${name} ${largest.join("; ")}`);
      assert.deepEqual(problems, [], `problems on ${name}'s pages`);
      assert.ok(
        shifts.every(({ value }) => value < MAX_LAYOUT_SHIFT),
        `${name}'s page shifts: ${largest.join("; ")}`,
      );
    }
    this.server.check();
  }

  /** Saves what every player sees when a test fails. */
  async saveFailure() {
    for (const player of this.players) await player.photograph("failed").catch(() => {});
  }

  async close() {
    await this.#browser?.close();
    for (const { device } of this.players) device.proxy.close();
    await this.server.close();
  }
}

/**
 * Runs a test in a scenario of its own.
 * @type {(t: TestContext, name: string, run: (scenario: Scenario) => Promise<void>, options?: Options) => Promise<void>}
 */
export async function inScenario(t, name, run, options = {}) {
  const scenario = new Scenario(t, name, options);
  try {
    await scenario.open();
    await run(scenario);
    scenario.check();
  } catch (error) {
    await scenario.saveFailure();
    throw error;
  } finally {
    await scenario.close();
  }
}
