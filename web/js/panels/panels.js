// The panels of a page: made once, each in its own element, and updated in their order.

/** @import { Session, State } from "../model/session.js" */
import { AfterPaint } from "../after-paint.js";

/**
 * A part of the page. It is mounted by its constructor, and shows a state when it is told to.
 * @typedef {{ update(state: State, previous: State | null): void }} Panel
 * @typedef {{ root: string, new (root: HTMLElement, session: Session): Panel }} PanelClass `root` is the id of its element
 */

export class Panels {
  #session;
  /** @type {{ panel: Panel, previous: State | null }[]} */
  #panels = [];
  #rest = new AfterPaint();
  #updated;

  /**
   * @param {Session} session
   * @param {() => void} [updated] called after all panels have shown the session
   */
  constructor(session, updated = () => {}) {
    this.#session = session;
    this.#updated = updated;
  }

  /** Mounts those panels that have an element on this page, after those that it has. @param {PanelClass[]} classes the board first */
  mount(classes) {
    for (const panel of classes) {
      const root = document.getElementById(panel.root);
      if (root) this.#panels.push({ panel: new panel(root, this.#session), previous: null });
    }
    this.update();
  }

  /** Shows the session as it is now. */
  update() {
    this.#rest.cancel();
    this.#show(this.#panels);
    this.#updated();
  }

  /** Shows the session after a message. A turn is painted on the board first, and one frame later everything written about it. */
  received() {
    const [board] = this.#panels;
    const { table } = this.#session;
    const played = board?.previous && table.plies.length > board.previous.table.plies.length && table.phase === "playing";
    if (played && !document.hidden) {
      this.#show([board]);
      this.#rest.do(() => this.update());
    } else if (!this.#rest.waiting) {
      this.update();
    }
  }

  /** @param {{ panel: Panel, previous: State | null }[]} panels */
  #show(panels) {
    const { state } = this.#session;
    for (const entry of panels) {
      entry.panel.update(state, entry.previous);
      entry.previous = state;
    }
  }
}
