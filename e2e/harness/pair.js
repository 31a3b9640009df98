// Two who play each other: Ann with seat 1, Ben with seat 2.

import { trace } from "./record.js";

/** @import { House } from "./house.js" */
/** @import { Person } from "./person.js" */

export class Pair {
  /** @type {string[]} the turns so far */
  turns = [];

  /** @type {(ann: Person, ben: Person, link: string) => void} */
  constructor(ann, ben, link) {
    this.ann = ann;
    this.ben = ben;
    this.link = link;
  }

  /** Both have sat down, and the game has begun. @type {(house: House, screen?: object) => Promise<Pair>} */
  static async start(house, screen) {
    const [ann, ben] = [await house.person("Ann"), await house.person("Ben", screen)];
    const link = await ann.openTable({ players: "2", starter: "Whoever sits on the first chair" });
    await ben.open(link);
    await ben.sit(2);
    await ann.reads("status", "Your turn, White.");
    await ben.reads("status", "Ann, White, is to move.");
    await ann.mark();
    await ben.mark();
    return new Pair(ann, ben, link);
  }

  get count() {
    return this.turns.length;
  }

  get mover() {
    return this.count % 2 === 0 ? this.ann : this.ben;
  }

  /** What the rules say of the position now, or of some steps on. @param {string[]} steps */
  now(steps = []) {
    const all = steps.length > 0 ? [...this.turns, steps.join(",")] : this.turns;
    const { position, legal } = trace(all, { Game: "bushwhacked", Seats: "2" }).at(-1) ?? { position: "", legal: [] };
    return { board: position.split(" ")[0], legal };
  }

  /** Turns are played by clicks, each by whose turn it is. @param {string[]} turns */
  async play(...turns) {
    for (const turn of turns) {
      await this.mover.play(turn);
      await this.played(turn);
    }
  }

  /** A turn was made somehow: both see it, and the board after it. @param {string} turn */
  async played(turn) {
    this.turns.push(turn);
    const { board } = this.now();
    for (const person of [this.ann, this.ben]) {
      await person.sees(this.count);
      await person.shows(board);
    }
  }
}
