// What makes a player notice that it is their turn: a sound, a vibration, and a notification while the page is hidden. The
// title and the icon of the tab belong to the status.

/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { NOTIFICATIONS_OFF, NOTIFICATIONS_REFUSED, NOTIFY, notification, STOP_NOTIFYING } from "../sentences/page.js";
import { isOn, remember } from "../storage.js";
import { ring } from "./bell.js";

/** How long a phone vibrates (milliseconds). */
const VIBRATION = 80;

export class TurnNotifications {
  static root = "notify";
  #root;
  #session;
  #button;
  #said;
  /** @type {Notification | null} */
  #shown = null;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#button = /** @type {HTMLElement} */ (root.querySelector("button"));
    this.#said = /** @type {HTMLElement} */ (root.querySelector("[role=status]"));
    byId("vibrate").hidden = !("vibrate" in navigator) || !matchMedia("(pointer: coarse)").matches;
    this.#root.hidden = !("Notification" in window) || !isSecureContext;
    this.#button.addEventListener("click", () => void this.#toggle());
    document.addEventListener("visibilitychange", () => this.#close());
    this.#show();
  }

  /** @type {(state: State, previous: State | null) => void} */
  update(state, previous) {
    if (!isMine(state)) this.#close();
    else if (previous && !isMine(previous)) this.#notice();
    if (previous && state.nudgedElsewhere.some((code) => !previous.nudgedElsewhere.includes(code))) this.#ring();
  }

  #ring() {
    if (isOn("sound", true)) ring();
    if (isOn("vibrate", true) && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION);
  }

  #notice() {
    this.#ring();
    if (document.hidden && mayNotify()) this.#notify();
  }

  #notify() {
    const { kind, table } = this.#session;
    const { title, body } = notification(kind.title);
    this.#close();
    try {
      this.#shown = new Notification(title, { body, tag: table.code });
      this.#shown.addEventListener("click", () => window.focus());
    } catch {
      // Some phones show notifications of installed pages only.
    }
  }

  #close() {
    this.#shown?.close();
    this.#shown = null;
  }

  /** Asks for permission when notifications are switched on, and never otherwise. */
  async #toggle() {
    const off = mayNotify();
    const allowed = off || (await Notification.requestPermission()) === "granted";
    if (allowed) remember("notify", off ? "off" : "on");
    setText(this.#said, off ? NOTIFICATIONS_OFF : allowed ? "" : NOTIFICATIONS_REFUSED);
    this.#show();
  }

  #show() {
    if (this.#root.hidden) return;
    setText(this.#button, mayNotify() ? STOP_NOTIFYING : NOTIFY);
  }
}

/** Whether the player has said yes, and the browser still does. */
const mayNotify = () => "Notification" in window && Notification.permission === "granted" && isOn("notify");

/** @param {State} state */
export const isMine = ({ playing, toMove, seat }) => playing && toMove === seat;
