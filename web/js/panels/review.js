// The review of a game that is over: its button, and how far it has come. What it shows is loaded with it.

/** @import { ReviewView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
/** @import { UnderWay } from "../net/review.js" */
/** @import { ReviewBody } from "./review-body.js" */
import { byId, setText } from "../dom.js";
import { sentenceOf } from "../net/http.js";
import { addStyles, later } from "../net/later.js";
import { howFar } from "../sentences/review.js";

/** @type {() => Promise<typeof import("./review-body.js")>} */
const loadReviewBody = later((again) => import(`./review-body.js${again}`));

export class Review {
  static root = "review";
  #root;
  #session;
  #loadStyles;
  #asks = byId("review-ask");
  #waits = byId("review-progress");
  /** @type {AbortController | null} while the review is on its way */
  #waiting = null;
  /** @type {ReviewBody | null} */
  #body = null;
  /** Whether there is a review, if only a rough one. */
  #shown = false;
  /** Whether it is asked for as soon as there is something to review: links lead to it. */
  #wanted = location.hash === "#review";

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#loadStyles = later(() => addStyles(root.dataset.styles ?? ""));
    document.getElementById("review-now")?.addEventListener("click", () => this.#askAndShow());
    this.#asks.querySelector("button")?.addEventListener("click", () => void this.#ask());
    this.#waits.querySelector("button")?.addEventListener("click", () => this.#cancel());
  }

  /** @param {State} state */
  update(state) {
    this.#root.hidden = state.table.ending === null;
    if (this.#root.hidden) return;
    this.#body?.update(state);
    if (!this.#wanted) return;
    this.#wanted = false;
    this.#askAndShow();
  }

  /** The button beside the rematch asks for it, unless it is there, and leads to it. */
  #askAndShow() {
    if (!this.#asks.hidden) void this.#ask();
    this.#root.scrollIntoView({ block: "nearest" });
  }

  async #ask() {
    const waiting = (this.#waiting = new AbortController());
    setText(byId("review-problem"), "");
    this.#progress(null);
    this.#show();
    try {
      const [{ ReviewBody, askForReview }] = await Promise.all([loadReviewBody(), this.#loadStyles()]);
      if (waiting.signal.aborted) return;
      // Room is made for it right after the tap, so that nothing jumps when it comes.
      const body = (this.#body ??= new ReviewBody(byId("review-body"), this.#session));
      this.#show();
      const show = (/** @type {ReviewView} */ review) => {
        if (waiting.signal.aborted) return;
        body.review = review;
        this.#shown = true;
        this.#show();
        this.#session.changed();
      };
      const progress = (/** @type {UnderWay} */ told) => {
        this.#progress(told);
        if (told.t !== "refining" || !told.review) return;
        body.expectBetter();
        show(told.review);
      };
      show(await askForReview(this.#session.table.code, { signal: waiting.signal, progress }));
      if (waiting.signal.aborted) return;
    } catch (problem) {
      if (waiting.signal.aborted) return;
      setText(byId("review-problem"), sentenceOf(problem));
    }
    this.#waiting = null;
    this.#show();
  }

  /** What is there of the review stays. */
  #cancel() {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#show();
    this.#asks.querySelector("button")?.focus();
  }

  /** @param {UnderWay | null} told none: it has just been asked for */
  #progress(told) {
    const bar = /** @type {HTMLProgressElement} */ (this.#waits.querySelector("progress"));
    setText(/** @type {HTMLElement} */ (this.#waits.querySelector("span")), howFar(told));
    if (told && told.of > 0) [bar.max, bar.value] = [told.of, told.done];
    else bar.removeAttribute("value");
  }

  #show() {
    this.#asks.hidden = this.#waiting !== null || this.#shown;
    this.#waits.hidden = this.#waiting === null;
    byId("review-body").hidden = !this.#shown;
    document.body.classList.toggle("reviewed", this.#body !== null && (this.#waiting !== null || this.#shown));
  }
}
