// Whether the page is connected to the server, and what was seen last of the table for when it is not.

/** @import { Session, State } from "../model/session.js" */
import { setText } from "../dom.js";
import { pageOf } from "../model/room.js";
import { keepSeen, keptAt } from "../net/worker.js";
import { CONNECTION_LOST, seenAt } from "../sentences/page.js";

/** Another server usually takes over within this time (milliseconds): nobody has to know. */
const SHOWN_AFTER = 2_000;

export class Connection {
  static root = "connection";
  #root;
  #session;
  /** When this was seen, if it is a copy and nothing has come from the server yet; else 0. */
  #keptAt = keptAt();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    document.addEventListener("visibilitychange", () => document.hidden && session.connected && this.#keep());
  }

  /** @type {(state: State, previous: State | null) => void} */
  update({ connected, live }, previous) {
    if (live) this.#keptAt = 0;
    if (previous?.connected && !connected) this.#keep();
    if (this.#keptAt > 0) {
      setText(this.#root, seenAt(new Date(this.#keptAt)));
    } else if (connected) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      setText(this.#root, "");
    } else {
      this.#timer ??= setTimeout(() => setText(this.#root, CONNECTION_LOST), SHOWN_AFTER);
    }
  }

  /** Keeps the table as it is shown, if it is what the server has told. */
  #keep() {
    const { page, room } = this.#session;
    if (room.live) keepSeen(pageOf(page, room));
  }
}
