// Going back and forth in a game, whether it is over or not: by buttons, by keys, by the address, or automatically.

/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { summarizePly } from "../sentences/plies.js";
import { latestTurn, lookingBack, whereInGame } from "../sentences/playing.js";
import { scrollToBoard } from "./in-sight.js";
import { PlyAddress } from "./ply-address.js";

/** How long each turn is shown during autoplay (milliseconds). */
const EACH = 1_200;

export class Replay {
  static root = "replay";
  #root;
  #session;
  #past = byId("past");
  #looked = /** @type {Element} */ (this.#past.firstElementChild);
  #where = byId("where");
  #auto = byId("auto");
  #address;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#address = new PlyAddress((n) => session.view.goTo(n));
    for (const [id, key] of Object.entries({ first: "Home", back: "ArrowLeft", forward: "ArrowRight", newest: "End", now: "End" })) {
      byId(id).addEventListener("click", () => this.#key(key));
    }
    this.#auto.addEventListener("click", () => this.#toggle());
    document.addEventListener("click", (event) => this.#clicked(event));
    document.addEventListener("keydown", (event) => this.#pressed(event));
    window.addEventListener("hashchange", () => this.#address.follow());
    this.#address.follow();
  }

  /** @param {State} state */
  update(state) {
    const { table, ply, shownPly, kind } = state;
    this.#root.hidden = table.plies.length === 0;
    setText(this.#where, whereInGame(ply, table.plies.length));
    this.#past.hidden = shownPly === null || table.phase !== "playing";
    const shown = table.plies[ply - 1];
    if (!this.#past.hidden) setText(this.#looked, lookingBack(ply, shown ? latestTurn(playerName(state, shown.seat), summarizePly(kind, shown)) : ""));
    this.#address.write(shownPly);
    if (shownPly === null) this.#halt();
  }

  /** A link to a ply, such as a turn in the list: followed here, since a browser may take its time to change the address. @param {MouseEvent} event */
  #clicked(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (
      !link ||
      event.defaultPrevented ||
      !/^#\d+$/.test(link.getAttribute("href") ?? "") ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    ) {
      return;
    }
    event.preventDefault();
    this.#halt();
    this.#address.go(Number(link.hash.slice(1)));
    scrollToBoard();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    if (this.#key(event.key)) event.preventDefault();
  }

  /** @param {string} key */
  #key(key) {
    const { plies, view } = this.#session;
    const to = { Home: 0, ArrowLeft: view.ply - 1, ArrowRight: view.ply + 1, End: plies.length }[key];
    if (to === undefined || plies.length === 0) return false;
    this.#halt();
    view.goTo(to);
    return true;
  }

  #toggle() {
    const session = this.#session;
    if (this.#timer !== undefined) return this.#halt();
    if (session.view.shownPly === null) session.view.goTo(0);
    this.#timer = setInterval(() => session.view.goTo(session.view.ply + 1), EACH);
    this.#auto.setAttribute("aria-pressed", "true");
  }

  #halt() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#auto.setAttribute("aria-pressed", "false");
  }
}
