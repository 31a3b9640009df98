// Going back and forth in a game, whether it is over or not: keys, buttons, address, by itself.

/** @import { Table } from "../model/session.js" */
import { byId } from "../dom.js";

/** How long each turn is shown when the game plays by itself (milliseconds). */
const EACH = 1_200;

export class Replay {
  #bar = byId("replay");
  #said = byId("past");
  #where = byId("where");
  #auto = byId("auto");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #writing;
  #table;
  #go;

  /**
   * @param {Table} table
   * @param {(n: number) => void} go shows the position after ply `n`
   */
  constructor(table, go) {
    this.#table = table;
    this.#go = go;
    for (const [id, key] of Object.entries({ first: "Home", back: "ArrowLeft", forward: "ArrowRight", newest: "End" })) {
      byId(id).addEventListener("click", () => this.#key(key));
    }
    byId("now").addEventListener("click", () => this.#key("End"));
    this.#auto.addEventListener("click", () => this.#toggle());
    document.addEventListener("keydown", (event) => this.#pressed(event));
    window.addEventListener("hashchange", () => this.follow());
  }

  /** Goes where the address says: `#12` is the position after ply 12. */
  follow() {
    const n = /^#(\d{1,4})$/.exec(location.hash)?.[1];
    if (n !== undefined) this.#go(Number(n));
  }

  show() {
    const { plies, shown, view, phase } = this.#table;
    this.#bar.hidden = plies.length === 0;
    this.#where.textContent = `${shown} / ${plies.length}`;
    this.#said.hidden = view === null || phase !== "playing";
    this.#address();
    if (view === null) this.#halt();
  }

  /** The address names the position, so that it can be handed on. Browsers allow only so many changes a second. */
  #address() {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      const { shown, view } = this.#table;
      const hash = view === null ? "" : `#${shown}`;
      if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
    }, 200);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    if (this.#key(event.key)) event.preventDefault();
  }

  /** @param {string} key */
  #key(key) {
    const { shown, plies } = this.#table;
    const to = { Home: 0, ArrowLeft: shown - 1, ArrowRight: shown + 1, End: plies.length }[key];
    if (to === undefined || plies.length === 0) return false;
    this.#halt();
    this.#go(to);
    return true;
  }

  #toggle() {
    if (this.#timer !== undefined) return this.#halt();
    if (this.#table.view === null) this.#go(0);
    this.#timer = setInterval(() => this.#go(this.#table.shown + 1), EACH);
    this.#auto.setAttribute("aria-pressed", "true");
  }

  #halt() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#auto.setAttribute("aria-pressed", "false");
  }
}
