// The chat: opened and closed by its button, which counts what is unread; what is written, and the form for writing.

/** @import { Session, State } from "../model/session.js" */
import { byId, h, setText } from "../dom.js";
import { readersOf, unread } from "../model/chat.js";
import { nameGuest } from "../net/guest.js";
import { sentenceOf } from "../net/http.js";
import { openChat, PHRASES, READERS, WAS_SAID, YOU_ARE_SILENCED } from "../sentences/page.js";
import { isOn, lastRead, mutedPeople, noteRead, recall, remember } from "../storage.js";
import { ChatLines } from "./chat-lines.js";

/** Where there is room for it beside the board. Elsewhere it lies over the page, closed at first. */
const BESIDE = matchMedia("(min-width: 64.01rem)");
/** Where there is room for the turns as well. */
const ROOMY = matchMedia("(min-width: 64.01rem) and (min-height: 58.01rem)");
/** Whether it was opened beside the board last time. */
const SETTING = "chat-open";

export class Chat {
  static root = "chat";
  #root;
  #session;
  #lines;
  #toggle = byId("chat-toggle");
  #body = byId("chat-body");
  #count = byId("chat-count");
  #form = /** @type {HTMLFormElement} */ (byId("chat-form"));
  #text = /** @type {HTMLInputElement} */ (byId("chat-text"));
  #name = /** @type {HTMLInputElement} */ (byId("chat-name"));
  #open = false;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#lines = new ChatLines(session);
    this.#name.value = session.page.suggested_name;
    this.#toggle.addEventListener("click", () => this.#set(!this.#open, true));
    byId("chat-close").addEventListener("click", () => this.#set(false, true));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape());
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    const phrase = (/** @type {string} */ text) => h("button", { type: "button", class: "quiet", click: () => this.#say(text) }, text);
    byId("chat-phrases").append(...PHRASES.map(phrase));
    document.addEventListener("visibilitychange", () => this.#session.changed());
    followKeyboard(root);
    BESIDE.addEventListener("change", () => this.#settle());
    this.#settle();
  }

  /** Opens it beside the board if that is wanted, and leaves the page free where it would lie over it. */
  #settle() {
    const wanted = recall(SETTING) === null ? ROOMY.matches : isOn(SETTING);
    this.#set(this.#session.page.live && BESIDE.matches && wanted, false);
  }

  /** @type {(open: boolean, asked: boolean) => void} `asked` if somebody did it just now */
  #set(open, asked) {
    this.#open = open;
    this.#body.hidden = !open;
    this.#toggle.setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("chatting", open);
    if (!asked) return;
    if (BESIDE.matches) remember(SETTING, open ? "on" : "off");
    // A keyboard on the screen would cover what is to be read.
    const target = open && this.#session.page.live && matchMedia("(hover: hover)").matches ? this.#text : open ? this.#body : this.#toggle;
    target.focus();
    this.#session.changed();
    if (open) this.#lines.toEnd();
  }

  /** Closes what lies over the page, unless a dialog lies over that. */
  #escape() {
    if (this.#open && !BESIDE.matches && !document.querySelector("dialog[open]")) this.#set(false, true);
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    if (text === "") return;
    this.#text.value = "";
    void this.#say(text);
  }

  /** Whoever has no name yet takes one first. @param {string} text */
  async #say(text) {
    const session = this.#session;
    if (session.room.you === null) {
      try {
        await nameGuest(this.#name.value);
        await session.reopen();
      } catch (problem) {
        return session.cannotSay(text, sentenceOf(problem));
      }
    }
    session.say(text);
  }

  /** @param {State} state */
  update(state) {
    const { chat, table, you, chair, chatProblem } = state;
    const { live } = this.#session.page;
    this.#root.hidden = !live && chat === null;
    const readable = this.#open && !document.hidden;
    if (chat && readable && chat.n > lastRead(table.code)) noteRead(table.code, chat.n);
    const muted = mutedPeople();
    this.#tell(live && !readable ? unread(chat?.lines ?? [], lastRead(table.code), muted, you) : 0);
    if (this.#open) this.#lines.update(state, muted);
    const silenced = chair < 0 && chat?.silenced.some(({ id }) => id === you?.id);
    setText(byId("chat-readers"), live ? READERS[readersOf(table.phase, chair >= 0)] : WAS_SAID);
    setText(byId("chat-problem"), silenced ? YOU_ARE_SILENCED : chatProblem);
    this.#form.hidden = byId("chat-phrases").hidden = !live || silenced === true;
    byId("chat-newcomer").hidden = you !== null;
    this.#name.disabled = you !== null;
    if (this.#text.value === "") this.#text.value = this.#session.takeUnsent();
  }

  /** Says how many lines are unread, in a number and in words. @param {number} count */
  #tell(count) {
    this.#count.hidden = count === 0;
    setText(this.#count, count > 99 ? "99+" : String(count));
    if (this.#toggle.getAttribute("aria-label") !== openChat(count)) this.#toggle.setAttribute("aria-label", openChat(count));
  }
}

/** Where the chat lies over the page, it stands above a keyboard on the screen. @param {HTMLElement} root */
function followKeyboard(root) {
  const view = window.visualViewport;
  if (!view) return;
  const follow = () => root.style.setProperty("--keyboard", `${Math.max(0, window.innerHeight - view.height - view.offsetTop)}px`);
  view.addEventListener("resize", follow);
  view.addEventListener("scroll", follow);
}
