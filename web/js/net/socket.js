// The socket of a table: it reconnects by itself, and finds out when the connection is dead.

/** @import { ClientFrame, ServerMessage } from "../../protocol.js" */
import { later } from "./later.js";

/** @type {() => Promise<typeof import("./other-address.js")>} */
const loadOtherAddress = later((again) => import(`./other-address.js${again}`));

/** Something is sent at least this often (milliseconds). */
const PULSE = 8_000;
/** Without a message for this long the connection is lost. */
const SILENCE = 20_000;
/** How soon a connection that may be dead has to answer. */
const ANSWER_WITHIN = 2_500;
/** How long a connection may take to open. */
const OPEN_WITHIN = 3_500;
/** How often this is checked: together with the time to open and the shortest wait it is less than five seconds. */
const CHECK_EVERY = 500;
const BACK_OFF_MIN = 200;
const BACK_OFF_MAX = 5_000;

/**
 * How long to wait before the next attempt. The first comes at once: another server may be there already. Then the wait grows
 * each time, and is never the same for all pages.
 * @param {number} tries how many attempts have failed
 * @param {number} chance from 0 to 1
 */
export function backOff(tries, chance) {
  if (tries === 0) return 0;
  const most = Math.min(BACK_OFF_MAX, BACK_OFF_MIN * 2 ** tries);
  return BACK_OFF_MIN + chance * (most - BACK_OFF_MIN);
}

/**
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(message: ServerMessage) => void} received
 * @property {() => void} lost
 */

export class Socket {
  /** @type {WebSocket | null} */
  #ws = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #tries = 0;
  #sentAt = 0;
  #receivedAt = 0;
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
    setInterval(() => this.#watch(), CHECK_EVERY);
  }

  get open() {
    return this.#ws?.readyState === WebSocket.OPEN;
  }

  /** Connects, or connects again: only then the server learns who we are. */
  connect() {
    this.#leave();
    this.#closed = false;
    this.#receivedAt = Date.now();
    const ws = new WebSocket(this.#url);
    this.#ws = ws;
    ws.onopen = () => this.#opened();
    ws.onmessage = (event) => this.#message(event.data);
    ws.onclose = () => this.#lost();
  }

  /** Closes the connection for good. */
  close() {
    this.#closed = true;
    this.#leave();
  }

  /** The network or the page may be back: finds out at once. */
  wake() {
    if (this.#closed) return;
    if (!this.open) return this.connect();
    const asked = Date.now();
    this.send({ t: "ping" });
    setTimeout(() => {
      if (this.open && this.#receivedAt < asked) this.#lost();
    }, ANSWER_WITHIN);
  }

  /** Sends if the connection is open. Whoever cares whether a message arrives sends it again. @param {ClientFrame} frame */
  send(frame) {
    if (!this.open) return;
    this.#sentAt = Date.now();
    this.#ws?.send(JSON.stringify(frame));
  }

  #opened() {
    this.#listener.opened();
  }

  /** @param {unknown} data */
  #message(data) {
    this.#receivedAt = Date.now();
    // A server that only accepts connections and closes them again is none.
    this.#tries = 0;
    if (typeof data !== "string") return;
    /** @type {ServerMessage} */
    const message = JSON.parse(data);
    if (message.t === "refused" && message.code === "other_address") {
      // It would be refused again and again.
      this.close();
      void loadOtherAddress().then(({ showOtherAddress }) => showOtherAddress(message.sentence));
    }
    this.#listener.received(message);
  }

  #leave() {
    clearTimeout(this.#timer);
    if (!this.#ws) return;
    this.#ws.onopen = this.#ws.onmessage = this.#ws.onclose = null;
    this.#ws.close();
    this.#ws = null;
  }

  /** @param {boolean} [waited] whether the wait was long enough already */
  #lost(waited = false) {
    this.#leave();
    this.#listener.lost();
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.connect(), waited ? 0 : backOff(this.#tries, Math.random()));
    this.#tries += 1;
  }

  /** A dead connection does not close by itself: checks how long it has been silent, and keeps our own side from being so. */
  #watch() {
    if (!this.#ws) return;
    const now = Date.now();
    const silent = now - this.#receivedAt;
    if (!this.open && silent > OPEN_WITHIN) this.#lost(true);
    else if (silent > SILENCE) this.#lost();
    else if (now - this.#sentAt > PULSE) this.send({ t: "ping" });
  }
}
