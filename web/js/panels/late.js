// Panels that few pages need: each is loaded when it is first needed.

/** @import { Session, State } from "../model/session.js" */
/** @import { Panel, PanelClass } from "./panels.js" */
import { later } from "../net/later.js";

/**
 * A panel whose module comes once a state needs it. If it cannot be loaded, the next state asks for it again.
 * @type {(root: string, isNeeded: (state: State) => boolean, load: (again: string) => Promise<PanelClass>) => PanelClass}
 */
export function late(root, isNeeded, load) {
  const loadOnce = later(load);
  return class {
    static root = root;
    /** @type {Panel | null} */
    #panel = null;
    #loading = false;
    #root;
    #session;

    /**
     * @param {HTMLElement} root
     * @param {Session} session
     */
    constructor(root, session) {
      this.#root = root;
      this.#session = session;
    }

    /** @type {(state: State, previous: State | null) => void} */
    update(state, previous) {
      if (this.#panel) this.#panel.update(state, previous);
      else if (!this.#loading && isNeeded(state)) void this.#load();
    }

    async #load() {
      this.#loading = true;
      try {
        const Late = await loadOnce();
        this.#panel = new Late(this.#root, this.#session);
        this.#session.changed();
      } catch {
        this.#loading = false;
      }
    }
  };
}
