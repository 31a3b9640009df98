// The panels that a table needs next, which are loaded when it has come to them.

/** @import { Session, State } from "../model/session.js" */
/** @import { PanelClass, Panels } from "./panels.js" */
import { Refused, sentenceOf } from "../net/http.js";

/** After how long they are asked for again if they could not be loaded (milliseconds). */
const AGAIN = 3_000;

/** @typedef {{ wanted: (state: State) => boolean, load: () => Promise<PanelClass[]> }} Part */

export class NextPart {
  #session;
  #panels;
  /** @type {Part | null} none once it has been asked for */
  #part;
  /** What was said when it could not be loaded. */
  #said = "";

  /**
   * @param {Session} session
   * @param {Panels} panels
   * @param {Part} part
   */
  constructor(session, panels, part) {
    this.#session = session;
    this.#panels = panels;
    this.#part = part;
  }

  /** Loads and mounts the panels if the table wants them now. */
  follow() {
    const part = this.#part;
    if (!part?.wanted(this.#session.state)) return;
    this.#part = null;
    document.body.classList.add("partial");
    void this.#add(part);
  }

  /** @param {Part} part */
  async #add(part) {
    try {
      this.#panels.mount(await part.load());
    } catch (problem) {
      this.#cannot(problem);
      setTimeout(() => void this.#add(part), AGAIN);
      return;
    }
    // Until then the page hides what would jump.
    document.body.classList.remove("partial");
    if (this.#said && this.#session.notice === this.#said) this.#session.tell("");
  }

  /** Says why the game cannot be shown whole. @param {unknown} problem */
  #cannot(problem) {
    this.#said = sentenceOf(problem);
    if (problem instanceof Refused && problem.code === "version") this.#session.outdated = true;
    this.#session.tell(this.#said);
  }
}
