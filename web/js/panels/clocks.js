// The clocks, on the cards of the players; in a record, the time they have used. Whoever is to move is warned when time is short.

/** @import { ClocksView } from "../../protocol.js" */
/** @import { Alarm, Reading } from "../model/clocks.js" */
/** @import { Session, State } from "../model/session.js" */
import { setText } from "../dom.js";
import { alarmOf, LOW, reading, SHORT, usedTimes } from "../model/clocks.js";
import { fineFace, secondsLeft, timeUsed } from "../sentences/clock-faces.js";
import { face } from "../sentences/clock.js";
import { isChosen } from "../preferences.js";
import { withSounds } from "./with-sounds.js";

/** How often the clocks are drawn (milliseconds): they show tenths of a second in the end. */
const EVERY = 100;

export class Clocks {
  #root;
  #session;
  #warning = document.getElementById("time-warning");
  /** Only once there are clocks: the host may still change them before the start. */
  #ticks = false;
  /** @type {ClocksView | undefined} */
  #clocks;
  /** Our seat while we play; 0 if we do not. */
  #own = 0;
  /** @type {Alarm} what we were warned of last in this turn */
  #alarm = "";

  /**
   * @param {HTMLElement} root the list of the players' cards
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
  }

  /** @param {State} state */
  update({ table, playing, seat, ply }) {
    const used = usedTimes(table, ply);
    if (used) this.#each((clock, at) => setText(clock, timeUsed(face(used[at - 1]))));
    this.#clocks = table.clocks;
    if (table.clocks && !this.#ticks) setInterval(() => this.#tick(), EVERY);
    this.#ticks ||= table.clocks !== undefined;
    this.#own = playing ? seat : 0;
    this.#tick();
  }

  /** @param {(clock: Element, seat: number) => void} show */
  #each(show) {
    for (const box of /** @type {Iterable<HTMLElement>} */ (this.#root.children)) {
      const clock = box.querySelector(".clock");
      if (clock) show(clock, Number(box.dataset.seat));
    }
  }

  #tick() {
    const clocks = this.#clocks;
    if (!clocks) return;
    const { serverNow } = this.#session;
    this.#each((clock, seat) => show(clock, reading(clocks, seat, serverNow)));
    // The clock of a watcher, whose seat is 0, is always stopped.
    this.#warn(reading(clocks, this.#own, serverNow));
  }

  /** Says once that time is short, and once more when it is shorter. @param {Reading} own our clock */
  #warn({ left, state }) {
    const alarm = state === "running" ? alarmOf(left) : "";
    if (alarm === this.#alarm) return;
    this.#alarm = alarm;
    const limit = alarm === "short" ? SHORT : LOW;
    if (this.#warning) setText(this.#warning, alarm && secondsLeft(limit / 1000));
    if (alarm && isChosen("sound-clock")) withSounds(({ chime }) => chime(alarm === "short" ? 3 : 2));
  }
}

/** @type {(clock: Element, now: Reading) => void} */
function show(clock, { left, state }) {
  const alarm = alarmOf(left);
  const name = `clock ${state} ${alarm}`.trimEnd();
  if (clock.className !== name) clock.className = name;
  setText(clock, state === "running" && alarm === "short" ? fineFace(left) : face(left));
}
