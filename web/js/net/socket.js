// The line to the table: comes back by itself, and knows when it is dead.

/** @import { ClientMessage, ServerMessage } from "../protocol.js" */

/** Something is sent at least this often (milliseconds). */
const QUIET_MOST = 8_000;
/** Without a word for this long the line is lost. */
const SILENCE_MOST = 20_000;
/** How soon a line that may be dead has to answer. */
const ANSWER_SOON = 2_500;
/** How long a line may take to open. */
const OPEN_SOON = 3_500;
/** How often the silence is measured: with the time to open and the shortest wait, within five seconds all is right. */
const LOOK = 500;
const BACK_OFF_LEAST = 300;
const BACK_OFF_MOST = 5_000;
/** The server is stopping, and will be back. */
const COME_BACK = 1012;

/**
 * How long to wait before the next try: longer each time, never all pages at once.
 * @param {number} tries
 * @param {number} chance from 0 to 1
 */
export function backOff(tries, chance) {
  const most = Math.min(BACK_OFF_MOST, BACK_OFF_LEAST * 2 ** tries);
  return BACK_OFF_LEAST + chance * (most - BACK_OFF_LEAST);
}

/**
 * @typedef {object} Listener
 * @property {() => void} opened the line is open: say hello
 * @property {(message: ServerMessage) => void} heard
 * @property {() => void} lost
 */

export class Socket {
  /** @type {WebSocket | null} */
  #line = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #tries = 0;
  #spoke = 0;
  #heard = 0;
  #closed = false;
  #url;
  #listener;

  /**
   * @param {string} url
   * @param {Listener} listener
   */
  constructor(url, listener) {
    this.#url = url;
    this.#listener = listener;
    setInterval(() => this.#watch(), LOOK);
  }

  get open() {
    return this.#line?.readyState === WebSocket.OPEN;
  }

  /** Opens the line, or opens it anew: the server learns who we are only then. */
  connect() {
    this.#leave();
    this.#closed = false;
    this.#heard = Date.now();
    const line = new WebSocket(this.#url);
    this.#line = line;
    line.onopen = () => this.#opened();
    line.onmessage = (event) => this.#message(event.data);
    line.onclose = (event) => this.#lost(event.code === COME_BACK);
  }

  /** Closes the line for good. */
  close() {
    this.#closed = true;
    this.#leave();
  }

  /** The network or the page may be back: find out at once. */
  wake() {
    if (this.#closed) return;
    if (!this.open) return this.connect();
    const asked = Date.now();
    this.send({ t: "ping" });
    setTimeout(() => {
      if (this.open && this.#heard < asked) this.#lost(false);
    }, ANSWER_SOON);
  }

  /** Sends if the line is open. What must not be lost is said again by those who care. @param {ClientMessage} message */
  send(message) {
    if (!this.open) return;
    this.#spoke = Date.now();
    this.#line?.send(JSON.stringify(message));
  }

  #opened() {
    this.#tries = 0;
    this.#listener.opened();
  }

  /** @param {unknown} data */
  #message(data) {
    this.#heard = Date.now();
    if (typeof data === "string") this.#listener.heard(JSON.parse(data));
  }

  #leave() {
    clearTimeout(this.#timer);
    if (!this.#line) return;
    this.#line.onopen = this.#line.onmessage = this.#line.onclose = null;
    this.#line.close();
    this.#line = null;
  }

  /** @param {boolean} soon */
  #lost(soon) {
    this.#leave();
    this.#listener.lost();
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.connect(), soon ? BACK_OFF_LEAST : backOff(this.#tries, Math.random()));
    this.#tries += 1;
  }

  /** A dead line closes nothing by itself: listen for the silence, and keep our own side from being silent. */
  #watch() {
    if (!this.#line) return;
    const now = Date.now();
    // We have waited long enough for a line that does not open: the next try comes soon.
    if (!this.open && now - this.#heard > OPEN_SOON) this.#lost(true);
    else if (now - this.#heard > SILENCE_MOST) this.#lost(false);
    else if (now - this.#spoke > QUIET_MOST) this.send({ t: "ping" });
  }
}
