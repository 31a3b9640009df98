// A game in progress: its players, the turns so far, and what the rules say about them.

/** @import { Player } from "./player.js" */
/** @import { Tags } from "./rules.js" */
/** @import { Scenario } from "./scenario.js" */
import assert from "node:assert/strict";
import { playTurns, QUIET_PAGE } from "./quick-table.js";
import { Rules } from "./rules.js";
import { LAPTOP } from "./scenario.js";
import { until } from "./until.js";

export const FIRST_CHAIR_STARTS = "Whoever is in seat 1";

export class Match {
  /** @type {string[]} the turns so far, drops among them */
  turns = [];

  /**
   * @param {Scenario} scenario
   * @param {Tags} tags which game is played
   * @param {Player[]} players in the order of their seats
   * @param {string} link of the table
   */
  constructor(scenario, tags, players, link) {
    this.players = players;
    this.names = players.map(({ name }) => name);
    this.link = link;
    this.rules = new Rules(tags, scenario.server.url);
  }

  /**
   * The first player opens a table, the others sit down in order, and the game begins.
   * @type {(scenario: Scenario, players: Player[], tags?: Partial<Tags>) => Promise<Match>}
   */
  static async start(scenario, players, { Game = "bushwhacked", Variant = "" } = {}) {
    const Seats = String(players.length);
    const [host, ...friends] = players;
    /** @type {{ [choice in string]: string }} */
    const choices = { starter: FIRST_CHAIR_STARTS };
    // Most games are for two and offer no choice.
    if (Game === "bushwhacked" || Game === "btt") choices.players = Seats;
    if (Variant) choices.board = Variant;
    const link = await host.openTable(choices, Game);
    await Promise.all(friends.map((friend) => friend.open(link)));
    for (const [at, friend] of friends.entries()) await friend.sit(at + 2);
    const match = new Match(scenario, { Game, Seats, Variant }, players, link);
    await match.hasBegun();
    return match;
  }

  /** A game of Bushwhacked between Ann and Ben. @type {(scenario: Scenario, screen?: object) => Promise<Match>} */
  static async ofTwo(scenario, screen = LAPTOP) {
    return Match.start(scenario, [await scenario.player("Ann"), await scenario.player("Ben", screen)]);
  }

  async hasBegun() {
    for (const player of this.players) await player.phase("playing");
    for (const player of this.players) await player.markDocument();
    await this.agree();
  }

  get count() {
    return this.turns.length;
  }

  /** The player whose turn it is. */
  get mover() {
    return this.players[this.rules.toMove(this.turns) - 1];
  }

  /** What the rules say about the position with these steps staged. @param {string[]} [staged] */
  now(staged) {
    return this.rules.after(this.turns, staged);
  }

  /** Each turn is played by whose turn it is, and everybody sees it. @param {string[]} turns */
  async play(...turns) {
    for (const turn of turns) {
      await this.#enter(turn);
      await this.played(turn);
    }
  }

  /** Turns are sent without clicks, which take most of the time, and everybody sees the position after them. @param {string[]} turns */
  async send(...turns) {
    await this.#command(turns);
    await this.agree();
  }

  /** Everybody leaves the table, turns are sent without a page that draws them, and everybody comes back. @param {string[]} turns */
  async skip(...turns) {
    await Promise.all(this.players.map((player) => player.open(QUIET_PAGE)));
    await this.#command(turns);
    await Promise.all(this.players.map((player) => player.open(this.link)));
    await this.agree();
  }

  /** @param {string[]} turns */
  async #command(turns) {
    const { rules } = this;
    await playTurns(this.players, rules.tags, new URL(this.link).pathname, rules.url, [...this.turns, ...turns], this.count);
    this.turns.push(...turns);
  }

  /** @param {string} turn */
  async #enter(turn) {
    const dropped = /^drop:(\d)$/.exec(turn);
    if (dropped) return this.players[Number(dropped[1]) - 1].resign();
    const { mover } = this;
    const steps = turn.split(",");
    for (const [at, step] of steps.entries()) {
      await mover.enter(step);
      if (at === steps.length - 1) break;
      await mover.hasStaged(steps.slice(0, at + 1));
      await this.shows(mover, steps.slice(0, at + 1));
    }
    await mover.submit(this.count + 1);
  }

  /** A turn was made in some way: everybody sees it. @type {(turn: string, players?: Player[]) => Promise<void>} */
  async played(turn, players = this.players) {
    this.turns.push(turn);
    await this.agree(players);
  }

  /** Waits until the pages of players, or of all, show the game as it is now. @param {Player[]} players */
  async agree(players = this.players) {
    const board = await this.rules.board(this.turns);
    const turns = this.turns.map((turn) => (turn.startsWith("drop:") ? "leaves" : turn));
    const { mover } = this;
    const agrees = (/** @type {Player} */ player) => {
      const expected = { board, doomed: [], doomedLabels: [], players: this.names, turns, yourTurn: player === mover };
      return until(async () => assert.deepEqual(await player.state(), expected, `${player.name} after ply ${this.count}`));
    };
    await Promise.all(players.map(agrees));
  }

  /** Waits until a page shows the position after the first plies, or now, with some steps staged. @type {(player: Player, staged?: string[], plies?: number) => Promise<void>} */
  async shows(player, staged = [], plies = this.count) {
    const expected = await this.rules.board(this.turns.slice(0, plies), staged);
    const when = `${player.name}'s board after ply ${plies}${staged.length > 0 ? ` with ${staged} staged` : ""}`;
    await until(async () => assert.deepEqual((await player.state()).board, expected, when));
  }

  /** Waits until a player's page shows the final result. @type {(player: Player, ranks: number[]) => Promise<void>} */
  async showsResult(player, ranks) {
    const [{ tallies }, scores] = [await this.rules.board(this.turns), await this.rules.scores()];
    const rows = this.names.map((name, seat) => [`${ranks[seat]}.`, name, ...scores.map((score) => tallies[seat][score])].join(" ")).sort();
    await until(async () => {
      const found = await player.page.locator("#result tbody tr").allInnerTexts();
      assert.deepEqual(found.map((row) => row.replace(/\s+/g, " ").trim()).sort(), rows, `the result that ${player.name} sees`);
    });
  }
}
