// Somebody who enters steps of any game: by the clicks that the page was sent, touched where the page offers them.

/** @import { Person } from "./person.js" */
import { until } from "./until.js";

/** @typedef {string | { [click in string]: Tree }} Tree clicks, and the steps that they enter */

export class Hand {
  /** @type {Map<string, string>} by the id of a question, the turn and the steps that it is about */
  #asked = new Map();
  /** @type {Map<string, Tree>} what can be touched then */
  #trees = new Map();

  /** From before the table is opened. @param {Person} person */
  constructor(person) {
    this.person = person;
    person.page.on("websocket", (line) => {
      line.on("framesent", ({ payload }) => this.#said(JSON.parse(String(payload))));
      line.on("framereceived", ({ payload }) => this.#heard(JSON.parse(String(payload))));
    });
  }

  /** @param {any} message */
  #said({ t, id, turn, steps }) {
    if (t === "preview") this.#asked.set(id, about(turn, steps));
  }

  /** @param {any} message */
  #heard({ t, id, preview }) {
    if (t === "preview") this.#trees.set(this.#asked.get(id) ?? "", preview.clicks);
  }

  /**
   * Enters one step of a turn, all clicks that it takes.
   * @type {(turn: number, before: string[], step: string) => Promise<void>} how many plies there are, and what is staged
   */
  async enter(turn, before, step) {
    const path = await until(() => {
      const found = clicksTo(this.#trees.get(about(turn, before)) ?? {}, step);
      if (found) return found;
      throw new Error(`${this.person.name}'s page offers no clicks for ${step} after ${about(turn, before)}`);
    });
    for (const click of path) await this.#touch(click);
  }

  /** @param {string} click */
  async #touch(click) {
    const { page } = this.person;
    if (!/^\d+$/.test(click)) return this.person.touch(page.locator(`#buttons [data-button="${click}"]`));
    await this.#touchCell(page.locator(`#board [data-cell="${click}"]`));
    // A finger on small squares only aims.
    const sure = page.locator("#buttons [data-confirm]");
    if (await sure.isVisible()) await this.person.touch(sure);
  }

  /**
   * The middle of a cell, at once if it is in sight: whether the page is ready the tree of clicks has said.
   * @param {import("playwright-core").Locator} cell
   */
  async #touchCell(cell) {
    const { page, screen } = this.person;
    const spot = await cell.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return document.elementFromPoint(x, y) === element ? { x, y } : null;
    });
    if (spot === null) return this.person.touch(cell);
    await (screen.hasTouch ? page.touchscreen.tap(spot.x, spot.y) : page.mouse.click(spot.x, spot.y));
  }
}

/** @type {(turn: number, steps: string[]) => string} */
const about = (turn, steps) => `${turn}: ${steps.join(",")}`;

/** The clicks that enter a step. @type {(tree: Tree, step: string) => string[] | null} */
function clicksTo(tree, step) {
  if (typeof tree === "string") return tree === step ? [] : null;
  for (const [click, next] of Object.entries(tree)) {
    const rest = clicksTo(next, step);
    if (rest) return [click, ...rest];
  }
  return null;
}
