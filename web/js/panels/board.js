// The board of a table: the position, the composed turn on it, and its animation. The buttons for zooming and rotating.

/** @import { Session, State } from "../model/session.js" */
import { shownAlready } from "../board/animator.js";
import { BoardView } from "../board/board-view.js";
import { byId, setText } from "../dom.js";
import { TAP_AGAIN } from "../sentences/page.js";
import { measurePlayers } from "./page-layout.js";

/** How much a press of a button zooms. */
const ZOOM = 1.6;
/** Where the names of rows and columns would cost too much of the board. */
const narrow = matchMedia("(max-width: 34rem)");

export class BoardPanel {
  static root = "board";
  /** @type {HTMLButtonElement} */
  #zoomOut = byId("zoom-out");
  /** @type {BoardView} */
  #view;
  #sketch;
  #session;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#session = session;
    const confirm = document.getElementById("confirm-here");
    if (confirm) setText(confirm, TAP_AGAIN);
    this.#view = new BoardView({ board: root, loupe: document.getElementById("loupe"), confirm }, session.kind, session.aim, () => this.#showZoom());
    this.#sketch = this.#view.sketch();
    this.#view.fit(narrow.matches);
    narrow.addEventListener("change", () => this.#view.fit(narrow.matches));
    byId("zoom-in").addEventListener("click", () => this.#zoom(ZOOM));
    this.#zoomOut.addEventListener("click", () => this.#zoom(1 / ZOOM));
    byId("rotate").addEventListener("click", () => session.view.rotate());
    byId("rotate").hidden = session.view.rotations.length < 2;
    measurePlayers();
  }

  /** @param {number} factor */
  #zoom(factor) {
    this.#view.zoom(factor);
    this.#showZoom();
  }

  #showZoom() {
    this.#zoomOut.disabled = this.#view.magnification <= 1;
  }

  /** @type {(state: State, previous: State | null) => void} */
  update(state, previous) {
    if (state.rotation !== previous?.rotation) {
      this.#view.rotate(state.rotation);
      this.#showZoom();
    }
    if (state.ply !== previous?.ply) this.#sketch.clear();
    if (previous && state.ply !== previous.ply) this.#animate(state, previous);
    if (previous && state.repeated !== previous.repeated) this.#repeat();
    const { drawn, last, targets, aimed, suggested, compared } = state;
    this.#view.show({ drawn, last, targets, aimed, suggested, compared, turn: state.shownPly === null ? state.turn : undefined });
  }

  /** The newest turn is shown once more, also if it is a single step. */
  #repeat() {
    const { table, plies, view } = this.#session;
    const latest = plies.at(-1);
    if (!latest) return;
    this.#view.stop();
    this.#view.repeat(view.timeline.at(table, plies.length - 1), latest.changes);
  }

  /** The next ply is shown step by step; any other one at once. @type {(state: State, previous: State) => void} */
  #animate({ table, ply }, previous) {
    const played = table.plies.length > previous.table.plies.length;
    if (!played) this.#view.stop();
    if (ply !== previous.ply + 1 || table.start !== previous.table.start) return;
    const { changes } = table.plies[previous.ply];
    const staged = played ? (previous.turn.preview?.changes ?? []) : [];
    this.#view.animate(previous.diagram, changes, shownAlready(changes, staged));
  }
}
