// What happened last, in a line that shows it again on the board; in a game that is over, the turn that is looked at. Whoever
// has left the game, or never had a seat, is told that they watch.

/** @import { Session, State } from "../model/session.js" */
import { renderIfChanged, h, setText, withBdi } from "../dom.js";
import { isOutOfTime } from "../model/room.js";
import { isBeforeSwap } from "../model/pie-rule.js";
import { playerName } from "../model/who.js";
import { latestTurn, sideTaken, SHOW_AGAIN, WATCHING, YOU_LEFT, YOUR_TIME_RAN_OUT } from "../sentences/playing.js";
import { summarizePly } from "../sentences/plies.js";
import { badge } from "../board/picture.js";
import { scrollToHead } from "./in-sight.js";

export class LatestTurn {
  static root = "latest";
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
    const { table, kind, shownPly, seat, dropped } = state;
    this.#showWatching(table.phase === "playing" && seat === 0);
    if (table.phase === "over") return this.#describe(state);
    const ply = table.plies.at(-1);
    const left = table.phase === "playing" && dropped.has(seat);
    this.#root.hidden = table.phase !== "playing" || shownPly !== null || (!ply && !left);
    // The button to resign is far below the board.
    if (left && previous?.playing) scrollToHead();
    renderIfChanged(this.#root, [ply?.text, table.plies.length, table.chairs, table.sides_swapped, left], () => [
      ...(left ? [h("p", { class: "left" }, isOutOfTime(table, seat) ? YOUR_TIME_RAN_OUT : YOU_LEFT)] : []),
      ...(ply
        ? [
            h(
              "button",
              { type: "button", class: "quiet", click: () => this.#session.view.repeatLatest() },
              badge(kind, ply.seat),
              h("span", {}, ...withBdi(tellTurn(state, table.plies.length - 1))),
              h("span", { class: "unseen" }, SHOW_AGAIN),
            ),
          ]
        : []),
    ]);
  }

  /** @param {boolean} watching whether somebody watches who has no seat */
  #showWatching(watching) {
    const root = document.getElementById("watching");
    if (!root) return;
    root.hidden = !watching;
    if (watching) setText(root, WATCHING);
  }

  /** The turn that is looked at, in words. @param {State} state */
  #describe(state) {
    const told = state.table.plies[state.ply - 1];
    this.#root.hidden = !told;
    renderIfChanged(this.#root, [told?.text, state.ply, state.table.chairs], () =>
      told ? [h("p", {}, badge(state.kind, told.seat), " ", h("span", {}, ...withBdi(tellTurn(state, state.ply - 1))))] : [],
    );
  }
}

/**
 * Who played a turn, and what it did. After the first one its side may have been taken.
 * @type {(state: State, at: number) => string} `at` counts the plies from 0
 */
function tellTurn(state, at) {
  const { table, kind } = state;
  const ply = table.plies[at];
  const [name, words] = [playerName(state, ply.seat), summarizePly(kind, ply)];
  return isBeforeSwap(table, at) ? sideTaken(playerName(state, table.chairs.length + 1 - ply.seat), words, name) : latestTurn(name, words);
}
