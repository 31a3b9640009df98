// Turns in words, for screen readers: those that are made, and those that are looked at.

/** @import { Session, State } from "../model/session.js" */
import { h } from "../dom.js";
import { describePly } from "../sentences/plies.js";

/** How many turns are kept in the log, and announced at most when several come at once. */
const MAX_MESSAGES = 3;

export class Announcer {
  static root = "announcer";
  #root;
  #session;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
  }

  /** @type {(state: State, previous: State | null) => void} */
  update({ table, ply }, previous) {
    if (!previous) return;
    const [had, have] = [previous.table.plies.length, table.plies.length];
    for (let at = Math.max(had, have - MAX_MESSAGES); at < have; at += 1) this.#announce(at);
    if (have === had && ply !== previous.ply && ply > 0) this.#announce(ply - 1);
  }

  /** @param {number} at the ply, from 0 */
  #announce(at) {
    const { kind, table, view } = this.#session;
    this.#root.append(h("p", {}, `${describePly(kind, view.timeline.at(table, at), table.plies[at])}.`));
    while (this.#root.childElementCount > MAX_MESSAGES) this.#root.firstElementChild?.remove();
  }
}
