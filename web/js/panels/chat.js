// The chat's button, which opens and closes it and counts what is unread. The rest of it is loaded when it is first open.

/** @import { Session, State } from "../model/session.js" */
/** @import { ChatBody } from "./chat-body.js" */
import { AfterPaint } from "../after-paint.js";
import { byId, h, setText } from "../dom.js";
import { unread } from "../model/chat.js";
import { sentenceOf } from "../net/http.js";
import { addStyles, later } from "../net/later.js";
import { openChat, TRY_AGAIN } from "../sentences/page.js";
import { isOn, lastRead, mutedPeople, markRead, recall, remember } from "../storage.js";

/** Where there is room for it beside the board. Elsewhere it lies over the page, closed at first. */
const BESIDE = matchMedia("(min-width: 64.01rem)");
/** Where there is room for the turns as well. */
const ROOMY = matchMedia("(min-width: 64.01rem) and (min-height: 58.01rem)");
/** Whether it was opened beside the board last time. */
const SETTING = "chat-open";

/** @type {() => Promise<typeof import("./chat-body.js")>} */
const loadCode = later((again) => import(`./chat-body.js${again}`));

export class Chat {
  static root = "chat";
  #root;
  #session;
  #loadStyles;
  /** @type {ChatBody | null} */
  #inside = null;
  #toggle = byId("chat-toggle");
  #body = byId("chat-body");
  #count = byId("chat-count");
  #open = false;
  #afterPaint = new AfterPaint();

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#loadStyles = later(() => addStyles(root.dataset.styles ?? ""));
    this.#toggle.addEventListener("click", () => this.#set(!this.#open, true));
    byId("chat-close").addEventListener("click", () => this.#set(false, true));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape());
    document.addEventListener("visibilitychange", () => this.#session.changed());
    BESIDE.addEventListener("change", () => this.#settle());
    this.#settle();
  }

  /** Opens it beside the board if that is wanted, and leaves the page free where it would lie over it. */
  #settle() {
    const wanted = recall(SETTING) === null ? ROOMY.matches : isOn(SETTING);
    this.#set(this.#session.page.live && BESIDE.matches && wanted, false);
    if (this.#open) this.#afterPaint.do(() => void this.#load());
  }

  /** @type {(open: boolean, asked: boolean) => void} `asked` if somebody did it just now */
  #set(open, asked) {
    this.#open = open;
    this.#body.hidden = !open;
    this.#toggle.setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("chatting", open);
    if (!asked) return;
    if (BESIDE.matches) remember(SETTING, open ? "on" : "off");
    if (open) void this.#load().then(() => this.#focus());
    else this.#toggle.focus();
    this.#session.changed();
  }

  /** Loads what is inside, unless it is there. */
  async #load() {
    if (this.#inside) return;
    setText(byId("chat-problem"), "");
    try {
      const [{ ChatBody }] = await Promise.all([loadCode(), this.#loadStyles()]);
      this.#inside ??= new ChatBody(this.#session);
      this.#body.classList.remove("loading");
      this.#session.changed();
    } catch (problem) {
      const again = h("button", { type: "button", class: "quiet", click: () => void this.#load().then(() => this.#focus()) }, TRY_AGAIN);
      byId("chat-problem").replaceChildren(sentenceOf(problem), " ", again);
    }
  }

  /** Shows the newest lines to whoever has opened it, and lets them write. */
  #focus() {
    if (!this.#open) return;
    // A keyboard on the screen would cover what is to be read.
    const writes = this.#inside && this.#session.page.live && matchMedia("(hover: hover)").matches;
    (writes ? byId("chat-text") : this.#body).focus();
    this.#inside?.toEnd();
  }

  /** Closes what lies over the page, unless a dialog lies over that. */
  #escape() {
    if (this.#open && !BESIDE.matches && !document.querySelector("dialog[open]")) this.#set(false, true);
  }

  /** @param {State} state */
  update(state) {
    const { chat, table, you } = state;
    const { live } = this.#session.page;
    this.#root.hidden = !live && chat === null;
    const readable = this.#open && this.#inside !== null && !document.hidden;
    if (chat && readable && chat.n > lastRead(table.code)) markRead(table.code, chat.n);
    const muted = mutedPeople();
    this.#showCount(live && !readable ? unread(chat?.lines ?? [], lastRead(table.code), muted, you) : 0);
    if (this.#open) this.#inside?.update(state, muted);
  }

  /** Shows how many lines are unread, in a number and in words. @param {number} count */
  #showCount(count) {
    this.#count.hidden = count === 0;
    setText(this.#count, count > 99 ? "99+" : String(count));
    if (this.#toggle.getAttribute("aria-label") !== openChat(count)) this.#toggle.setAttribute("aria-label", openChat(count));
  }
}
