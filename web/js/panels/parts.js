// Parts of a page: panels that are loaded when the table has come to them.

/** @import { Session } from "../model/session.js" */
/** @import { PanelClass, Panels } from "./panels.js" */
import { Refused, sentenceOf } from "../net/http.js";

/** After how long a part is asked for again if it could not be loaded (milliseconds). */
const AGAIN = 3_000;

/**
 * @typedef {object} Part
 * @property {(session: Session) => boolean} wanted
 * @property {() => Promise<{ panels: PanelClass[], parts?: Part[] }>} load its panels, and what they may need later
 * @property {boolean} [moves] whether it moves what stands beside the board, which is hidden until then
 */

export class Parts {
  #session;
  #panels;
  /** Those that have not been wanted yet. @type {Part[]} */
  #later = [];
  /** How many are on their way that move something. */
  #moving = 0;
  /** What was said when one could not be loaded. */
  #said = "";

  /**
   * @param {Session} session
   * @param {Panels} panels
   */
  constructor(session, panels) {
    this.#session = session;
    this.#panels = panels;
  }

  /** Adds parts, of which some may be wanted at once. @param {Part[]} parts */
  add(parts) {
    this.#later.push(...parts);
    this.follow();
  }

  /** Loads and mounts what the table wants now. */
  follow() {
    const wanted = this.#later.filter((part) => part.wanted(this.#session));
    if (wanted.length === 0) return;
    this.#later = this.#later.filter((part) => !wanted.includes(part));
    for (const part of wanted) void this.#bring(part);
  }

  /** @param {Part} part */
  async #bring(part) {
    if (part.moves) this.#hide(1);
    const { panels, parts = [] } = await this.#loaded(part);
    this.#panels.mount(panels);
    if (part.moves) this.#hide(-1);
    this.add(parts);
  }

  /** Loads a part, however often that fails. @param {Part} part */
  async #loaded(part) {
    for (;;) {
      try {
        const loaded = await part.load();
        if (this.#said && this.#session.notice === this.#said) this.#session.notify("");
        return loaded;
      } catch (problem) {
        this.#cannot(problem);
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  /** The page hides what would jump. @param {1 | -1} more */
  #hide(more) {
    this.#moving += more;
    document.body.classList.toggle("partial", this.#moving > 0);
  }

  /** Says why the table cannot be shown whole. @param {unknown} problem */
  #cannot(problem) {
    this.#said = sentenceOf(problem);
    if (problem instanceof Refused && problem.code === "version") this.#session.outdated = true;
    this.#session.notify(this.#said);
  }
}
