// The turns that were played since the reader had the table in sight: shown one after the other, until the reader does anything, and
// told in a line. Where little movement is asked for, they are marked on the board instead.

/** @import { Session, State } from "../model/session.js" */
import { reducedMotion } from "../board/animator.js";
import { setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { summarizePly } from "../sentences/plies.js";
import { latestTurn } from "../sentences/playing.js";
import { MAX_TOLD, sinceYouLooked } from "../sentences/unseen-turns.js";

/** How long each turn is shown at most, and at least, and all of them together (milliseconds). */
const EACH_UNSEEN = 1_200;
const QUICKEST = 400;
const ALL_UNSEEN = 15_000;

export class UnseenTurns {
  static root = "unseen-turns";
  #root;
  #session;
  /** How many turns there were when the page went out of sight. */
  #seen = 0;
  /** How many there were when the line was written. */
  #told = 0;
  /** The ply that is shown. */
  #shown = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    document.addEventListener("visibilitychange", () => this.#inSight());
    for (const input of ["click", "keydown"]) document.addEventListener(input, () => this.#skip());
    addEventListener("pagehide", () => !document.hidden && this.#leave());
    // Whoever has played, or loads the page again, has looked, though the server may not have written that down.
    const played = session.plies.findLastIndex(({ seat }) => session.seats.includes(seat)) + 1;
    const counts = [session.page.looked, played || undefined, savedSeen()].filter((count) => count !== undefined);
    const all = session.plies.length;
    this.#seen = counts.length > 0 ? Math.min(all, Math.max(...counts)) : all;
    if (!document.hidden) this.#show();
  }

  /** @param {State} state */
  update({ table }) {
    this.#root.hidden = this.#root.textContent === "" || table.plies.length !== this.#told || table.phase !== "playing";
  }

  #inSight() {
    if (!document.hidden) return this.#show();
    if (this.#timer !== undefined) this.#end();
    this.#leave();
  }

  /** The page goes out of sight: what there is by now was seen. */
  #leave() {
    this.#seen = this.#session.plies.length;
    saveSeen(this.#seen);
  }

  /** Shows and tells the turns since then, if they are more than the newest one, which the page shows by itself. */
  #show() {
    const { plies, table, view, turn } = this.#session;
    const count = plies.length - this.#seen;
    if (count < 2 || table.phase !== "playing" || view.shownPly !== null) return;
    this.#told = plies.length;
    setText(this.#root, sinceYouLooked(count, this.#tell(Math.max(this.#seen, plies.length - MAX_TOLD))));
    if (reducedMotion() || turn.steps.length > 0) return view.markSince(this.#seen);
    this.#goTo(this.#seen);
    const each = Math.min(EACH_UNSEEN, Math.max(QUICKEST, ALL_UNSEEN / count));
    this.#timer = setInterval(() => this.#next(), each);
  }

  /** The turns from this one on, in short. @param {number} from */
  #tell(from) {
    const { kind, plies } = this.#session;
    return plies.slice(from).map((ply) => latestTurn(playerName(this.#session, ply.seat), summarizePly(kind, ply)));
  }

  #next() {
    const { view, plies } = this.#session;
    if (view.ply !== this.#shown || this.#shown >= plies.length) return this.#end();
    this.#goTo(this.#shown + 1);
  }

  /** @param {number} ply */
  #goTo(ply) {
    this.#shown = ply;
    this.#session.view.goTo(ply);
  }

  /** Any input ends it. Whoever has gone to another turn stays there. */
  #skip() {
    if (this.#timer === undefined) return;
    const { view, plies } = this.#session;
    const stays = view.ply !== this.#shown;
    this.#end();
    if (!stays) view.goTo(plies.length);
  }

  #end() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const SEEN_KEY = "thicket-seen";

/** Remembers how many turns of this page's table were in sight, for when it is loaded again. @param {number} count */
function saveSeen(count) {
  try {
    sessionStorage.setItem(SEEN_KEY, JSON.stringify([location.pathname, count]));
  } catch {
    // Then what the server knows counts.
  }
}

/** How many turns of this page's table were in sight when this tab left it, unless it was at another one since. */
function savedSeen() {
  try {
    const [path, count] = JSON.parse(sessionStorage.getItem(SEEN_KEY) ?? "[]");
    return path === location.pathname && Number.isInteger(count) ? count : undefined;
  } catch {
    return undefined;
  }
}
