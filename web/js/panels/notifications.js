// Notifications that it is somebody’s turn, and the button that switches them on and off. Loaded when they are wanted.

/** @import { Session } from "../model/session.js" */
import { setText } from "../dom.js";
import { NOTIFICATIONS_OFF, NOTIFICATIONS_REFUSED, NOTIFY, notification, STOP_NOTIFYING } from "../sentences/notifications.js";
import { remember } from "../storage.js";

export class Notifications {
  #session;
  #mayNotify;
  #button;
  #said;
  /** @type {Notification | null} */
  #shown = null;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {() => boolean} mayNotify whether the player has said yes, and the browser still does
   */
  constructor(root, session, mayNotify) {
    this.#session = session;
    this.#mayNotify = mayNotify;
    this.#button = /** @type {HTMLElement} */ (root.querySelector("button"));
    this.#said = /** @type {HTMLElement} */ (root.querySelector("[role=status]"));
    document.addEventListener("visibilitychange", () => this.close());
    this.#show();
  }

  notify() {
    const { kind, table } = this.#session;
    const { title, body } = notification(kind.title);
    this.close();
    try {
      this.#shown = new Notification(title, { body, tag: table.code });
      this.#shown.addEventListener("click", () => window.focus());
    } catch {
      // Some phones show notifications of installed pages only.
    }
  }

  close() {
    this.#shown?.close();
    this.#shown = null;
  }

  /** Asks for permission when notifications are switched on, and never otherwise. */
  async toggle() {
    const off = this.#mayNotify();
    const allowed = off || (await Notification.requestPermission()) === "granted";
    if (allowed) remember("notify", off ? "off" : "on");
    setText(this.#said, off ? NOTIFICATIONS_OFF : allowed ? "" : NOTIFICATIONS_REFUSED);
    this.#show();
  }

  #show() {
    setText(this.#button, this.#mayNotify() ? STOP_NOTIFYING : NOTIFY);
  }
}
