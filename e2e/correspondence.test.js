// A correspondence game of four friends, from the link to the record, in which no page is open longer than a turn takes: each hears of
// their turn by a push service, and a tap on the notice leads to the table. What the service worker does with a message, and with a tap,
// is tested on its own (web/test/worker.test.js): the browser of the tests has no notices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_CHAIR_STARTS } from "./harness/match.js";
import { PushService } from "./harness/push-service.js";
import { inScenario, PHONE } from "./harness/scenario.js";
import { until } from "./harness/until.js";

/** @import { Subscribed } from "./harness/push-service.js" */
/** @import { Player } from "./harness/player.js" */
/** @import { Scenario, Screen } from "./harness/scenario.js" */

/** @type {Screen} */
const POCKET = { ...PHONE, permissions: ["notifications"], reducedMotion: "reduce" };
const NAMES = ["Ann", "Ben", "Cem", "Dee"];
/** Two turns of each. */
const TURNS = ["e5", "m5", "e13", "m13", "e6", "m6", "e14", "m14"];

/** A friend with a phone in the pocket: the browser has no page open but for a turn. */
class Friend {
  /** How many messages of the push service have been shown. */
  #shown = 0;
  #player;
  #browser;

  /**
   * @param {Player} player
   * @param {Subscribed} browser
   */
  constructor(player, browser) {
    this.#player = player;
    this.#browser = browser;
  }

  get name() {
    return this.#player.name;
  }

  /** The next message says this; those between close a notice that is over. @param {string} title */
  async hears(title) {
    const message = await until(() => {
      const [next] = this.#browser.messages.filter(({ close }) => close === undefined).slice(this.#shown);
      assert.ok(next, `${this.name} hears nothing of “${title}”`);
      return next;
    });
    this.#shown += 1;
    assert.equal(message.title, title, `what ${this.name} hears`);
    return message;
  }

  /** Hears of something, taps on the notice, does something at the table, and closes it. @type {(title: string, act: (at: Player) => Promise<void>) => Promise<void>} */
  async taps(title, act) {
    const { table } = await this.hears(title);
    const at = await this.#player.anotherTab();
    await at.open(`/g/${table}`);
    await act(at);
    await at.page.close();
  }
}

/** Has the browser of a player subscribe at the push service of the test: it has none. @type {(player: Player, service: PushService) => Promise<Subscribed>} */
async function canBePushed({ device }, service) {
  const browser = service.subscribe();
  await device.context.addInitScript((subscription) => {
    const made = { endpoint: subscription.endpoint, toJSON: () => subscription };
    const pushManager = {
      subscribe: async () => (localStorage.setItem("subscribed", "yes"), made),
      getSubscription: async () => (localStorage.getItem("subscribed") ? made : null),
    };
    const registration = { pushManager, active: null, getNotifications: async () => [] };
    const container = { controller: null, ready: registration, register: async () => registration, getRegistration: async () => registration };
    Object.defineProperty(navigator, "serviceWorker", { value: container });
  }, browser.subscription);
  return browser;
}

/** Asks to be told of turns, and closes the page. @type {(player: Player, browser: Subscribed) => Promise<Friend>} */
async function leaves(player, browser) {
  const { page } = player;
  await player.open("/session/notices");
  await player.press("Notify me on this device");
  await page.getByText("You are notified on this device.").waitFor();
  await page.close();
  return new Friend(player, browser);
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
      // Ann is first to move, and Dee was there.
      await scenario.step("they hear that it has begun", () => Promise.all(friends.slice(1, 3).map((friend) => friend.hears("Your game has begun"))));
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
    const player = await scenario.player(name, POCKET);
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
