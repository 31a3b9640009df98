// A correspondence game of four friends, from the link to the record, in which no page is open longer than a turn takes: each hears of
// their turn by a push service, and a tap on the notice leads to the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CHAIR_STARTS } from "./harness/match.js";
import { PushService } from "./harness/push-service.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Worker } from "playwright-core" */
/** @import { Message, Subscribed } from "./harness/push-service.js" */
/** @import { Player } from "./harness/player.js" */
/** @import { Scenario, Screen } from "./harness/scenario.js" */

/** @type {Screen} */
const WITH_WORKER = { ...PHONE, serviceWorkers: "allow", permissions: ["notifications"], reducedMotion: "reduce" };
const NAMES = ["Ann", "Ben", "Cem", "Dee"];
/** Two turns of each. */
const TURNS = ["e5", "m5", "e13", "m13", "e6", "m6", "e14", "m14"];

/** A friend with a phone in the pocket: the browser has no page open but for a turn. */
class Friend {
  /** How many messages of the push service have been shown. */
  #shown = 0;
  #player;
  #browser;
  #worker;

  /**
   * @param {Player} player
   * @param {Subscribed} browser
   * @param {Worker} worker the service worker of their browser
   */
  constructor(player, browser, worker) {
    this.#player = player;
    this.#browser = browser;
    this.#worker = worker;
  }

  get name() {
    return this.#player.name;
  }

  /** The browser shows what it is sent, until there is a notice with this title: where a tap on it leads. @param {string} title */
  hears(title) {
    return until(async () => {
      const message = this.#browser.messages[this.#shown];
      assert.ok(message, `${this.name} hears nothing of “${title}”`);
      const notice = await this.#worker.evaluate(showMessage, message);
      this.#shown += 1;
      assert.equal(notice?.title, title, `what ${this.name} hears`);
      return this.#worker.evaluate(tap, message.table);
    });
  }

  /** Hears of something, taps on the notice, does something at the table, and closes it. @type {(title: string, act: (at: Player) => Promise<void>) => Promise<void>} */
  async taps(title, act) {
    const path = await this.hears(title);
    const at = await this.#player.anotherTab();
    await at.open(path);
    await act(at);
    await at.page.close();
  }
}

/** Runs in a worker: it shows the notice of a message, as if that had come from the push service. What it showed. @param {Message} message */
async function showMessage(message) {
  const worker = /** @type {any} */ (self);
  /** @type {{ title: string }[]} */
  const shown = [];
  worker.registration.getNotifications = async () => [];
  worker.registration.showNotification = async (/** @type {string} */ title) => void shown.push({ title });
  /** @type {Promise<void> | undefined} */
  let done;
  const event = Object.assign(new Event("push"), { data: { json: () => message }, waitUntil: (/** @type {Promise<void>} */ work) => (done = work) });
  worker.dispatchEvent(event);
  await done;
  return shown[0];
}

/** Runs in a worker: somebody taps on the notice of a table. The page that it opens. @param {string | undefined} table */
async function tap(table) {
  const worker = /** @type {any} */ (self);
  /** @type {string[]} */
  const opened = [];
  worker.clients.openWindow = async (/** @type {string} */ path) => void opened.push(path);
  /** @type {Promise<void> | undefined} */
  let done;
  const notification = { close: () => {}, data: { table } };
  worker.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: (/** @type {Promise<void>} */ work) => (done = work) }));
  await done;
  return opened[0];
}

/** Has the browser of a player subscribe at the push service of the test: it is built without one. @type {(player: Player, service: PushService) => Promise<Subscribed>} */
async function canBePushed({ device }, service) {
  const browser = service.subscribe();
  await device.context.addInitScript((subscription) => {
    const made = { endpoint: subscription.endpoint, toJSON: () => subscription };
    const manager = /** @type {any} */ (PushManager.prototype);
    manager.subscribe = async () => (localStorage.setItem("subscribed", "yes"), made);
    manager.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
    /** @type {any} */ (ServiceWorkerRegistration.prototype).getNotifications = async () => [];
  }, browser.subscription);
  return browser;
}

/** Asks to be told of turns, and closes the page. @type {(player: Player, browser: Subscribed) => Promise<Friend>} */
async function leaves(player, browser) {
  const { page, device } = player;
  await player.open("/session/notices");
  await player.press("Notify me on this device");
  await page.getByText("You are notified on this device.").waitFor();
  const worker = await until(() => {
    const [running] = device.context.serviceWorkers();
    assert.ok(running, "the service worker runs");
    return running;
  });
  await page.close();
  return new Friend(player, browser, worker);
}

test("a correspondence game of four is played without a page that waits", (t) =>
  inScenario(
    t,
    "correspondence",
    async (scenario) => {
      const service = new PushService();
      await service.listen();
      t.after(() => service.close());
      const friends = await scenario.step("four friends meet by a link, and leave", () => meet(scenario, service));
      await scenario.step("each plays two turns, when a notice says so", async () => {
        for (const [at, turn] of TURNS.entries()) {
          const friend = friends[at % friends.length];
          await friend.taps("Your turn", (player) => player.play(turn));
        }
      });
      await scenario.step("the end is offered, heard of and agreed", () => agree(friends));
    },
    { privatePush: true },
  ));

/** A table with a correspondence clock fills by its link; everybody asks to be told, and closes the page. @type {(scenario: Scenario, service: PushService) => Promise<Friend[]>} */
async function meet(scenario, service) {
  const friends = [];
  let link = "";
  for (const [at, name] of NAMES.entries()) {
    const player = await scenario.player(name, WITH_WORKER);
    const browser = await canBePushed(player, service);
    if (at === 0) link = await player.openTable({ players: "4", clock: "Days", starter: FIRST_CHAIR_STARTS });
    else {
      await player.open(link);
      await player.sit(at + 1);
      await player.page.locator("#name-form").waitFor({ state: "hidden" });
      if (at === NAMES.length - 1) await player.phase("playing");
    }
    friends.push(await leaves(player, browser));
  }
  return friends;
}

/** Whoever is to move offers to end the game, and the others agree, each from a notice. @param {Friend[]} friends */
async function agree([ann, ...others]) {
  await ann.taps("Your turn", async (player) => {
    await player.press("Offer to end the game");
    await player.page.locator("#offers").waitFor();
  });
  for (const friend of others) {
    await friend.taps("Your answer is asked for", async (player) => {
      await player.press("End the game");
      await player.page.locator("#agree").waitFor({ state: "hidden" });
    });
  }
  await ann.taps("The game is over", async (player) => {
    await player.phase("over");
    await player.page.locator("#result").waitFor();
    await player.screenshot("over");
  });
}
