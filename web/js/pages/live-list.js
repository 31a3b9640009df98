// A list of the page, kept up to date. The server writes it: the page puts it in the place of the one before.

import { keepingFocus } from "../dom.js";
import { fetchElement } from "../net/lists.js";

/** The shortest pause between two requests, and the longest while they bring nothing new, or no picture (milliseconds). */
const PAUSE = 1_000;
const MAX_PAUSE = 30_000;

export class LiveList {
  #root;
  #shown;
  #newest;
  #following = false;
  /** @type {WeakMap<HTMLImageElement, number>} how long it was waited for pictures that could not be loaded */
  #pauses = new WeakMap();

  /**
   * @param {HTMLElement} root says where the list is written (`data-list`), and which version of it this is (`data-version`)
   * @param {() => void} [shown] called when it was fetched
   */
  constructor(root, shown = () => {}) {
    this.#root = root;
    this.#shown = shown;
    this.#newest = this.#version;
    // Errors of pictures do not bubble, and some may have come before this.
    root.addEventListener("error", ({ target }) => target instanceof HTMLImageElement && this.#loadLater(target), true);
    for (const picture of root.querySelectorAll("img")) {
      if (picture.complete && picture.naturalWidth === 0) this.#loadLater(picture);
    }
  }

  /** There is this version of the list now. @param {string} version */
  changed(version) {
    this.#newest = version;
    if (!this.#following) void this.#follow();
  }

  get #version() {
    return this.#root.dataset.version ?? "";
  }

  /** Fetches the list until it is the newest: after a failure, or from a node that is behind, more and more seldom. */
  async #follow() {
    this.#following = true;
    let pause = PAUSE;
    while (this.#version !== this.#newest) {
      const before = this.#version;
      const now = await fetchElement(this.#root.dataset.list ?? "");
      if (now?.id === this.#root.id) this.#show(now);
      pause = this.#version === before ? Math.min(pause * (1.5 + Math.random()), MAX_PAUSE) : PAUSE;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#following = false;
  }

  /** Loads a picture again that could not be loaded, as while the server is started anew. @param {HTMLImageElement} picture */
  #loadLater(picture) {
    const pause = Math.min(2 * (this.#pauses.get(picture) ?? PAUSE / 2), MAX_PAUSE);
    this.#pauses.set(picture, pause);
    setTimeout(() => {
      const { src } = picture;
      if (picture.isConnected) picture.src = src;
    }, pause);
  }

  /** @param {HTMLElement} now */
  #show(now) {
    if (now.innerHTML !== this.#root.innerHTML) keepingFocus(this.#root, () => this.#root.replaceChildren(...now.childNodes));
    Object.assign(this.#root.dataset, now.dataset);
    this.#shown();
  }
}
