// Hints in a game against bots: the best turn on the board, and why in a sentence.

/** @import { SuggestionView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { setText } from "../dom.js";
import { post, Refused, sentenceOf } from "../net/http.js";
import { playerName } from "../model/who.js";
import { hintWords, LOOKING_FOR_HINT } from "../sentences/hints.js";
import { isOn } from "../storage.js";

/** The setting that asks for a hint at every turn. */
const ALWAYS = "hints";
/** The game has gone on meanwhile, which the page shows anyway. */
const OUTDATED = ["wrong_turn", "not_your_turn", "over", "dropped"];

export class BestTurn {
  static root = "best-turn";
  #root;
  #session;
  #button;
  #words;
  /** The turn that the following are about. */
  #turn = -1;
  #asked = false;
  #asking = false;
  /** @type {SuggestionView | null} */
  #hint = null;
  #problem = "";

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#button = /** @type {HTMLButtonElement} */ (root.querySelector("button"));
    this.#words = /** @type {HTMLElement} */ (root.querySelector("p"));
    this.#button.addEventListener("click", () => {
      document.body.classList.add("with-hints");
      void this.#ask();
    });
    // The setting is remembered first.
    root.querySelector("input")?.addEventListener("change", () => queueMicrotask(() => session.changed()));
  }

  /** @param {State} state */
  update(state) {
    const { table, turn } = state;
    if (this.#turn !== table.turn) this.#begin(table.turn);
    this.#root.hidden = !playsBotsAlone(state);
    // On a phone the board leaves room for the button, and keeps its size when the game is over.
    if (!this.#root.hidden) document.body.classList.add("hinted", ...(isOn(ALWAYS) ? ["with-hints"] : []));
    this.#button.disabled = this.#asking || !turn.ours || turn.sent;
    setText(
      this.#words,
      this.#asking
        ? LOOKING_FOR_HINT
        : this.#hint
          ? hintWords(state.kind, this.#session.view.timeline.at(table, table.plies.length), this.#hint, (seat) => playerName(state, seat))
          : this.#problem,
    );
    // A pass is not on the board, so its button is marked.
    document.body.classList.toggle("hinted-pass", this.#hint?.ply.text === "pass" && turn.ours && !turn.sent);
    if (!this.#root.hidden && state.shownPly === null && turn.ours && !turn.sent && !this.#asked && isOn(ALWAYS)) void this.#ask();
  }

  /** @param {number} turn */
  #begin(turn) {
    this.#turn = turn;
    this.#asked = this.#asking = false;
    this.#hint = null;
    this.#problem = "";
  }

  async #ask() {
    const session = this.#session;
    const { turn, plies, code } = { ...session.table, plies: session.plies.length };
    this.#asked = this.#asking = true;
    this.#problem = "";
    setText(this.#words, LOOKING_FOR_HINT);
    this.#button.disabled = true;
    const answer = await post(`/g/${code}/hint`, { turn }).catch((problem) => problem);
    if (this.#turn !== turn || session.table.turn !== turn) return;
    this.#asking = false;
    if (answer instanceof Error) this.#problem = answer instanceof Refused && OUTDATED.includes(answer.code) ? "" : sentenceOf(answer);
    else this.#hint = answer;
    session.view.suggest(new Map(this.#hint ? [[plies, this.#hint.ply.changes]] : []));
  }
}

/** Whether one person here plays against bots, and nobody else does. @param {State} state */
function playsBotsAlone({ playing, table, seats, dropped }) {
  const others = table.chairs.filter((_, chair) => !seats.includes(chair + 1) && !dropped.has(chair + 1));
  return playing && seats.length === 1 && others.every((player) => player?.level);
}
