// A player is away: since when, and the buttons to nudge them, to go on without them, to let a bot play, and to ask for their seat.

/** @import { Session, State } from "../model/session.js" */
import { h, setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { awayFor, botInsteadOf, duration, goOnWithout, NUDGE, NUDGED } from "../sentences/away.js";
import { askForSeat } from "../sentences/playing.js";
import { askForSeatOf } from "./ask-for-seat.js";
import { offerBotFor } from "./leave-to-bot.js";

/** Who comes back sooner is not worth a word (milliseconds). */
const SOON = 60_000;
/** How often the time is told anew (milliseconds). */
const TICK = 15_000;

export class Away {
  static root = "away";
  #root;
  #session;
  #nudge = quietButton("nudge");
  #drop = quietButton("drop-away");
  #bot = quietButton("bot-away");
  #ask = quietButton("ask-seat");
  /** @type {State["live"]} what the server said last, and when */
  #live = null;
  #at = 0;
  /** The seat that is spoken of. */
  #seat = 0;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    root.append(h("span"), " ", this.#nudge, " ", this.#drop, " ", this.#bot, " ", this.#ask);
    this.#nudge.addEventListener("click", () => session.commands.nudge());
    this.#drop.addEventListener("click", () => session.commands.offer({ what: "drop", seat: this.#seat }));
    this.#bot.addEventListener("click", () => void offerBotFor(session, this.#seat));
    this.#ask.addEventListener("click", () => void askForSeatOf(session, this.#seat));
    setInterval(() => this.#show(session.state), Math.min(TICK, session.page.nudge_after + 100));
  }

  /** @param {State} state */
  update(state) {
    if (state.live !== this.#live) this.#at = Date.now();
    this.#live = state.live;
    this.#show(state);
  }

  /** @param {State} state */
  #show(state) {
    const { live, table, toMove, playing, you } = state;
    const { nudge_after } = this.#session.page;
    const [seat, time] = this.#longest(state);
    this.#root.hidden = toMove === null || seat === 0 || time < Math.min(SOON, nudge_after) || table.offer !== null;
    if (this.#root.hidden) return;
    this.#seat = seat;
    const name = playerName(this.#session, seat);
    setText(/** @type {Element} */ (this.#root.firstElementChild), awayFor(name, duration(time)));
    const waits = playing && !table.clock && seat === toMove;
    const nudged = live?.nudged === table.turn;
    this.#nudge.hidden = !waits || time < nudge_after;
    this.#nudge.disabled = nudged;
    setText(this.#nudge, nudged ? NUDGED : NUDGE);
    this.#drop.hidden = !waits;
    setText(this.#drop, goOnWithout(name));
    this.#bot.hidden = !waits || Boolean(table.rated || table.in_tournament);
    setText(this.#bot, botInsteadOf(name));
    this.#ask.hidden = playing || Boolean(table.rated || table.in_tournament) || time < nudge_after || table.chairs.some((player) => player?.id === you?.id);
    setText(this.#ask, askForSeat(name));
  }

  /** The seat that is to move, if its player is away; for whoever watches, else the one that has been away for longest. @param {State} state */
  #longest({ live, table, toMove, playing, dropped }) {
    /** @type {[number, number]} */
    let found = [0, 0];
    for (const { player, ms } of live?.away ?? []) {
      const seat = table.chairs.findIndex((other) => other?.id === player) + 1;
      const time = ms + Date.now() - this.#at;
      if (seat === toMove) return /** @type {[number, number]} */ ([seat, time]);
      if (!playing && seat > 0 && !dropped.has(seat) && time > found[1]) found = [seat, time];
    }
    return found;
  }
}

/** @param {string} id */
const quietButton = (id) => h("button", { type: "button", id, class: "quiet" });
