// What was written in the chat, and the form for writing. Loaded when the chat is first opened.

/** @import { Session, State } from "../model/session.js" */
import { byId, h, setText } from "../dom.js";
import { readersOf } from "../model/chat.js";
import { nameGuest } from "../net/guest.js";
import { sentenceOf } from "../net/http.js";
import { KEPT_TO_YOURSELF, MESSAGE, MESSAGES, PHRASES, READERS, READY_PHRASES, SEND, WAS_SAID } from "../sentences/chat.js";
import { WATCHERS_WHO_WRITE, WRITE_AS, YOU_ARE_SILENCED, YOUR_MESSAGE } from "../sentences/chat.js";
import { restoreTyped } from "../storage.js";
import { ChatLines } from "./chat-lines.js";
import { ChatWriters } from "./chat-writers.js";

export class ChatBody {
  #session;
  #lines;
  #writers;
  #form;
  #phrases;
  #text;
  #name;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    furnish(byId("chat-problem"));
    this.#form = /** @type {HTMLFormElement} */ (byId("chat-form"));
    this.#phrases = byId("chat-phrases");
    this.#text = /** @type {HTMLInputElement} */ (byId("chat-text"));
    this.#name = /** @type {HTMLInputElement} */ (byId("chat-name"));
    this.#lines = new ChatLines(session);
    this.#writers = new ChatWriters(session);
    this.#name.value = session.page.suggested_name;
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    for (const button of this.#phrases.querySelectorAll("button")) button.addEventListener("click", () => this.#send(button.textContent ?? ""));
    followKeyboard(byId("chat"));
    restoreTyped();
  }

  /** Scrolls to the newest line. */
  toEnd() {
    this.#lines.toEnd();
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    if (text === "") return;
    this.#text.value = "";
    void this.#send(text);
  }

  /** Whoever has no name yet takes one first. @param {string} text */
  async #send(text) {
    const session = this.#session;
    if (session.room.you === null) {
      try {
        await nameGuest(this.#name.value);
        await session.reopen();
      } catch (problem) {
        return session.conversation.cannotSend(text, sentenceOf(problem));
      }
    }
    session.conversation.send(text);
  }

  /** @type {(state: State, muted: Set<string>) => void} */
  update(state, muted) {
    const { chat, table, you, chair, chatProblem } = state;
    const { live } = this.#session.page;
    this.#lines.update(state, muted);
    this.#writers.update(state);
    const silenced = chair < 0 && chat?.silenced.some(({ id }) => id === you?.id);
    const readers = readersOf(table.phase, chair >= 0, table.keeps_lines === true);
    setText(byId("chat-readers"), live ? READERS[readers] : WAS_SAID);
    setText(byId("chat-kept"), live && readers === "own" && !silenced ? KEPT_TO_YOURSELF : "");
    setText(byId("chat-problem"), silenced ? YOU_ARE_SILENCED : chatProblem);
    this.#form.hidden = this.#phrases.hidden = !live || silenced === true;
    byId("chat-newcomer").hidden = you !== null;
    this.#name.disabled = you !== null;
    if (this.#text.value === "") this.#text.value = this.#session.conversation.takeUnsent();
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

/** Puts what was written and the form around the line that says what is wrong. @param {HTMLElement} problem */
function furnish(problem) {
  problem.before(
    h(
      "div",
      { id: "chat-scroll", role: "group", "aria-label": MESSAGES, tabindex: 0 },
      h("p", { id: "chat-empty" }),
      h("div", { id: "chat-lines", role: "log", "aria-live": "polite", "aria-label": MESSAGES }),
      h("div", { id: "chat-sending" }),
    ),
    h("div", { id: "chat-people" }),
    h("details", { id: "chat-writers", hidden: true }, h("summary", {}, WATCHERS_WHO_WRITE), h("div")),
  );
  const phrases = PHRASES.map((phrase) => h("button", { type: "button", class: "quiet" }, phrase));
  problem.after(
    h("div", { id: "chat-phrases", role: "group", "aria-label": READY_PHRASES }, ...phrases),
    h("p", { id: "chat-kept", class: "about" }),
    chatForm(),
  );
}

function chatForm() {
  const name = h("input", { id: "chat-name", required: true, maxlength: 96, autocomplete: "nickname", spellcheck: "false" });
  const text = h("input", {
    ...{ id: "chat-text", maxlength: 280, autocomplete: "off", enterkeyhint: "send", placeholder: MESSAGE },
    "aria-describedby": "chat-readers chat-kept chat-problem",
  });
  return h(
    "form",
    { id: "chat-form" },
    h("p", { id: "chat-newcomer", hidden: true }, h("label", { for: "chat-name" }, WRITE_AS), " ", name),
    h("label", { for: "chat-text", class: "unseen" }, YOUR_MESSAGE),
    text,
    h("button", {}, SEND),
  );
}
