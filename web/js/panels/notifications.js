// Notifications that it is somebody’s turn, and the button that switches them on and off. Loaded when they are wanted. With a
// subscription the server sends them, also while no page is open; else the page shows them while it is hidden.

/** @import { Session } from "../model/session.js" */
import { setText } from "../dom.js";
import { canPush, closeNotices, renew, subscribe, unsubscribe } from "../net/push.js";
import { NOTIFICATIONS_OFF, NOTIFICATIONS_REFUSED, NOTIFY, ONLY_WHILE_OPEN, STOP_NOTIFYING, notification } from "../sentences/notifications.js";
import { remember } from "../storage.js";

export class Notifications {
  #session;
  #mayNotify;
  #button;
  #said;
  /** @type {Notification | null} */
  #shown = null;
  #isPushed = false;

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
    if (mayNotify()) void this.#renew();
  }

  notify() {
    if (this.#isPushed) return;
    const { kind, table } = this.#session;
    const { title, body } = notification(kind.title);
    this.close();
    try {
      this.#shown = new Notification(title, { body, tag: `table-${table.code}` });
      this.#shown.addEventListener("click", () => window.focus());
    } catch {
      // Some phones show notifications of installed pages only.
    }
  }

  close() {
    this.#shown?.close();
    this.#shown = null;
    if (this.#isPushed && !document.hidden) void closeNotices(this.#session.table.code).catch(() => {});
  }

  /** Asks for permission when notifications are switched on, and never otherwise. */
  async toggle() {
    const off = this.#mayNotify();
    const allowed = off || (await Notification.requestPermission()) === "granted";
    if (allowed) remember("notify", off ? "off" : "on");
    const said = off ? NOTIFICATIONS_OFF : allowed ? "" : NOTIFICATIONS_REFUSED;
    this.#show();
    if (off) await this.#unsubscribe();
    const isLocal = allowed && !off && !(await this.#subscribe());
    setText(this.#said, isLocal ? ONLY_WHILE_OPEN : said);
  }

  /** Whether the server sends them from now on. */
  async #subscribe() {
    const { you } = this.#session.room;
    this.#isPushed = canPush() && you !== null && (await subscribe(you.id).then(yes, no));
    return this.#isPushed;
  }

  async #unsubscribe() {
    this.#isPushed = false;
    await unsubscribe().catch(() => {});
  }

  async #renew() {
    const { you } = this.#session.room;
    if (you) this.#isPushed = await renew(you.id).catch(() => false);
  }

  #show() {
    setText(this.#button, this.#mayNotify() ? STOP_NOTIFYING : NOTIFY);
  }
}

const yes = () => true;
const no = () => false;
