// Commands on their way: kept until they are answered, and sent again under the same id after a reconnect.

/** @import { ClientMessage, CommandId, RefusalCode } from "../protocol.js" */

/** @typedef {Exclude<ClientMessage, { t: "hello" | "ping" | "preview" }>} Command */

/** How long to wait before a command is sent again, and how often. */
const PAUSES = [300, 600, 1200, 2500, 5000];

export class Outbox {
  /** @type {Map<CommandId, { command: Command, tries: number }>} */
  #waiting = new Map();
  #transmit;

  /** @param {(message: ClientMessage) => void} transmit sends if the line is open, else does nothing */
  constructor(transmit) {
    this.#transmit = transmit;
  }

  /** @param {Command} command */
  send(command) {
    this.#waiting.set(command.id, { command, tries: 0 });
    this.#transmit(command);
  }

  /** The line is open again. */
  resend() {
    for (const { command } of this.#waiting.values()) this.#transmit(command);
  }

  /** @param {CommandId} id */
  done(id) {
    this.#waiting.delete(id);
  }

  /**
   * Whether the refusal is the last word. If not, the command is sent again by and by: under the same id, so that it
   * counts once even if it was done already.
   * @param {CommandId} id
   * @param {RefusalCode} code
   */
  refused(id, code) {
    const entry = this.#waiting.get(id);
    const passing = code === "try_again" || code === "unknown" || code === "too_fast";
    if (!entry || !passing || entry.tries >= PAUSES.length) {
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
    if (entry) this.#transmit(entry.command);
  }
}
