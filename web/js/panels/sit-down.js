// Taking a chair under a name. One attempt at a time: a second tap waits for the first, which may have done it all.

/** @import { PlayerView } from "../../protocol.js" */
/** @import { Session } from "../model/session.js" */
import { chairOf } from "../model/room.js";
import { nameGuest } from "../net/guest.js";
import { sentenceOf } from "../net/http.js";

/** @typedef {(chairs: (PlayerView | null)[]) => number} Choose picks a chair, from 0; negative: none */

export class SitDown {
  /** The attempt that is under way. */
  #attempt = Promise.resolve();
  #session;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @type {(choose: Choose, name: string) => Promise<void>} */
  sit(choose, name) {
    this.#attempt = this.#attempt.then(() => this.#sit(choose, name));
    return this.#attempt;
  }

  /** Makes the name ours first. @type {(choose: Choose, name: string) => Promise<void>} */
  async #sit(choose, name) {
    const session = this.#session;
    const chair = choose(session.table.chairs);
    const { you } = session.room;
    if (chairOf(session.table, you?.id) >= 0 || chair < 0) return;
    try {
      if (you?.name !== name) await nameGuest(name);
      if (you === null) await session.reopen();
      await session.commands.sit(chair, name);
    } catch (problem) {
      session.commands.cannotSit(sentenceOf(problem));
    }
  }
}
