// The player to move is away: since when, and the button to go on without them.

/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { awayFor, duration, goOnWithout } from "../sentences/page.js";

/** Who comes back sooner is not worth a word (milliseconds). */
const SOON = 60_000;
/** How often the time is told anew (milliseconds). */
const TICK = 15_000;

export class Away {
  static root = "away";
  #root;
  #session;
  #drop = byId("drop-away");
  /** @type {State["live"]} what the server said last, and when */
  #live = null;
  #at = 0;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#drop.addEventListener("click", () => {
      const { toMove } = session;
      if (toMove !== null) session.offer({ what: "drop", seat: toMove });
    });
    setInterval(() => this.#show(session.state), TICK);
  }

  /** @param {State} state */
  update(state) {
    if (state.live !== this.#live) this.#at = Date.now();
    this.#live = state.live;
    this.#show(state);
  }

  /** @param {State} state */
  #show(state) {
    const { live, table, toMove, playing } = state;
    const player = toMove === null ? null : table.chairs[toMove - 1];
    const away = live?.away.find((one) => one.player === player?.id);
    const time = away ? away.ms + Date.now() - this.#at : 0;
    this.#root.hidden = toMove === null || time < SOON || table.offer !== null;
    if (this.#root.hidden || toMove === null) return;
    const name = playerName(this.#session, toMove);
    setText(/** @type {Element} */ (this.#root.firstElementChild), awayFor(name, duration(time)));
    setText(this.#drop, goOnWithout(name));
    this.#drop.hidden = !playing;
  }
}
