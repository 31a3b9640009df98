// Commands on their way: kept until they are answered, and sent again under the same id after a reconnect.

/** @import { CommandId, Envelope, RefusalCode } from "../../protocol.js" */

/** How long to wait before a command is sent again, and how often. */
const PAUSES = [300, 600, 1200, 2500, 5000];

/** After these refusals the command may succeed, or has succeeded already. @type {RefusalCode[]} */
const FOR_NOW = ["try_again", "unavailable", "unknown", "too_fast"];

export class Outbox {
  /** @type {Map<CommandId, { envelope: Envelope, tries: number }>} */
  #waiting = new Map();
  #send;

  /** @param {(envelope: Envelope) => void} send sends if the connection is open, else does nothing */
  constructor(send) {
    this.#send = send;
  }

  /** @param {Envelope} envelope */
  send(envelope) {
    this.#waiting.set(envelope.id, { envelope, tries: 0 });
    this.#send(envelope);
  }

  /** The connection is open again. */
  resend() {
    for (const { envelope } of this.#waiting.values()) this.#send(envelope);
  }

  /** Whether a command is on its way. @param {CommandId} id */
  has(id) {
    return this.#waiting.has(id);
  }

  /** @param {CommandId} id */
  done(id) {
    this.#waiting.delete(id);
  }

  /** Drops commands that are still on their way. Returns whether there were any. @param {(envelope: Envelope) => boolean} which */
  drop(which) {
    const found = [...this.#waiting.values()].filter(({ envelope }) => which(envelope));
    for (const { envelope } of found) this.#waiting.delete(envelope.id);
    return found.length > 0;
  }

  /**
   * Whether the refusal is final. If not, the command is sent again after a pause: under the same id, so that it counts once
   * even if it was done already.
   * @param {CommandId} id
   * @param {RefusalCode} code
   */
  refused(id, code) {
    const entry = this.#waiting.get(id);
    const temporary = FOR_NOW.includes(code);
    if (!entry || !temporary || entry.tries >= PAUSES.length) {
      this.#waiting.delete(id);
      return true;
    }
    setTimeout(() => this.#again(id), PAUSES[entry.tries]);
    entry.tries += 1;
    return false;
  }

  /** @param {CommandId} id */
  #again(id) {
    const entry = this.#waiting.get(id);
    if (entry) this.#send(entry.envelope);
  }
}
