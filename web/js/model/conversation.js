// The chat of a table as a page knows it: what was written, and our lines that are on their way.

/** @import { ChatView, CommandId, LineView, PlayerView, ServerMessage } from "../../protocol.js" */
/** @import { Outbox } from "./outbox.js" */
import { chatAfter } from "./chat.js";
import { uuid } from "./ids.js";

export class Conversation {
  #chat;
  #outbox;
  #changed;
  /** @type {{ id: CommandId, text: string }[]} */
  #sending = [];
  #problem = "";
  /** Lines that were refused, until they are taken back to be written again. @type {string[]} */
  #unsent = [];

  /**
   * @param {ChatView | null} chat
   * @param {Outbox} outbox
   * @param {() => void} changed called after something was done here, except by a message
   */
  constructor(chat, outbox, changed) {
    this.#chat = chat;
    this.#outbox = outbox;
    this.#changed = changed;
  }

  get state() {
    return { chat: this.#chat, sending: this.#sending, chatProblem: this.#problem };
  }

  /** What we have of the chat, for the server to go on from there. */
  get have() {
    return this.#chat && { chat: { n: this.#chat.n, reads: this.#chat.reads } };
  }

  /** @type {(message: ServerMessage, you: PlayerView | null) => void} */
  receive(message, you) {
    this.#chat = chatAfter(this.#chat, message);
    if (message.t === "said") this.#arrived(message.line, you);
    if (message.t === "chat") message.chat.lines.forEach((line) => this.#arrived(line, you));
  }

  /** A line of ours that has arrived is on its way no longer, also if its answer was lost. @type {(line: LineView, you: PlayerView | null) => void} */
  #arrived({ by, text }, you) {
    const own = this.#sending.find((line) => by.id === you?.id && line.text === text);
    if (!own) return;
    this.#outbox.done(own.id);
    this.sent(own.id);
  }

  /** @param {CommandId} id */
  sent(id) {
    this.#sending = this.#sending.filter((line) => line.id !== id);
  }

  /** Sends a line to the chat. @param {string} text */
  send(text) {
    const id = uuid();
    this.#problem = "";
    this.#sending = [...this.#sending, { id, text }];
    this.#outbox.send({ id, command: { t: "say", text } });
    this.#changed();
  }

  /** @type {(id: CommandId | null, sentence: string) => boolean} whether it was a line of ours */
  refused(id, sentence) {
    const line = this.#sending.find((line) => line.id === id);
    if (!line) return false;
    this.sent(line.id);
    this.#unsent.push(line.text);
    this.#problem = sentence;
    return true;
  }

  /** A line could not be written. @type {(text: string, sentence: string) => void} */
  cannotSend(text, sentence) {
    this.#problem = sentence;
    this.#unsent.push(text);
    this.#changed();
  }

  /** A line that was refused, to be written again: each once. */
  takeUnsent() {
    return this.#unsent.shift() ?? "";
  }
}
