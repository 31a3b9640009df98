// A finished game, read from its record text.

import { readFileSync } from "node:fs";
import { fixture } from "./paths.js";

export class Record {
  /** @param {string} text */
  constructor(text) {
    /** @type {{ [tag in string]: string }} */
    this.tags = Object.fromEntries([...text.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, tag, value]) => [tag, value]));
    const body = text.replace(/^\[.*\]$/gm, "");
    /** The turns, drops among them, without their numbers. */
    this.turns = body
      .split(/\s+/)
      .map((token) => token.replace(/^\d+\.+/, ""))
      .filter(Boolean);
  }

  /** A game of the rules' fixtures. @param {string} name such as "bushi/race-on-nine" */
  static fixture(name) {
    return new Record(readFileSync(fixture(`${name}.txt`), "utf8"));
  }

  /** The rank of each seat, in seat order. */
  get ranks() {
    return this.tags.Ranks.split(" ").map(Number);
  }

  /** The names of the players, in seat order. */
  get names() {
    return Array.from({ length: Number(this.tags.Seats) }, (_, seat) => this.tags[`Seat${seat + 1}`]);
  }
}
