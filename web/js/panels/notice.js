// News that belongs to no field: refusals, and what happened to one's own seat. They go after a while, or when they are closed.

/** @import { Session, State } from "../model/session.js" */
import { setText } from "../dom.js";

/** How long news are shown (milliseconds). */
const SHOWN_FOR = 6_000;

export class Notice {
  static root = "notice";
  #root;
  #session;
  #words;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** What is shown. */
  #shown = "";

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#words = /** @type {Element} */ (root.querySelector("[role=alert]"));
    root.querySelector("button")?.addEventListener("click", () => session.notify(""));
    document.addEventListener("visibilitychange", () => this.#wait());
  }

  /** @param {State} state */
  update({ notice }) {
    this.#root.hidden = notice === "";
    setText(this.#words, notice);
    if (notice === this.#shown) return;
    this.#shown = notice;
    this.#wait();
  }

  /** The time counts from when somebody can read it. */
  #wait() {
    clearTimeout(this.#timer);
    if (this.#shown && !document.hidden) this.#timer = setTimeout(() => this.#end(), SHOWN_FOR);
  }

  /** Whoever points at it, or is about to close it, is still reading. */
  #end() {
    if (this.#root.matches(":hover, :focus-within")) return this.#wait();
    this.#session.notify("");
  }
}
