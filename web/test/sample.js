// A small game for tests: a board of 3x3 with a base in the middle, two seats.

/** @import { ClockTermsView, EndingView, KindView, PageView, PlayerView, PlyView, PreviewView, TableView } from "../protocol.js" */

const names = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

/** @param {string} name */
export const cell = (name) => names.indexOf(name);

/** @returns {KindView} */
export function kind() {
  return {
    name: "small",
    title: "Small",
    variant: "",
    colours: ["white", "red"],
    pieces: { stone: "stone", capture: "capture stone", base: "base" },
    buttons: [
      ["pass", "Pass"],
      ["end", "End turn"],
      ["trade", "Trade in"],
    ],
    tallies: ["in hand"],
    scores: ["bases"],
    levels: 10,
    layout: {
      width: 3,
      height: 3,
      cells: names.map((name, n) => ({ name, x: (n % 3) + 0.5, y: Math.floor(n / 3) + 0.5 })),
      lines: [],
      labels: [],
      rotations: [0, 180],
    },
  };
}

/** @type {(seat: number, symbol?: string) => { symbol: string, seat: number | null, facing: null }} */
export const piece = (seat, symbol = "stone") => ({ symbol, seat: seat || null, facing: null });

/** @type {(seat: number, text: string, changes: PlyView["changes"], to_move?: number | null) => PlyView} */
export function ply(seat, text, changes, to_move = 3 - seat) {
  return { seat, text, changes, tallies: [[9, 9]], to_move, at: null };
}

/** @type {(name: string, seat: number, symbol?: string) => PlyView["changes"][number]} */
export const put = (name, seat, symbol) => ({ c: "put", cell: cell(name), piece: piece(seat, symbol) });

/** @type {(name: string, seat: number, by: number) => PlyView["changes"][number]} */
export const taken = (name, seat, by) => ({ c: "taken", cell: cell(name), piece: piece(seat), by });

/** @type {PlayerView} */
export const ann = { id: "A", name: "Ann", kind: "guest" };
/** @type {PlayerView} */
export const ben = { id: "B", name: "Ben", kind: "guest" };

/** The terms of a clock. @type {(bank: number, increment: number) => ClockTermsView} */
export const clockOf = (bank, increment) => ({ bank, increment, cap: null, grace: null, short: "a clock", long: "Each player has some time." });

/** How a game ended. @type {(ranks: number[], scores?: number[][]) => EndingView} */
export const endingOf = (ranks, scores = ranks.map(() => [])) => ({
  headline: { seats: [], words: "A draw" },
  why: { seats: [], words: "The players agreed on a draw" },
  ranks,
  scores,
});

/** @type {(changes?: Partial<TableView>) => TableView} */
export function table(changes = {}) {
  return {
    code: "code",
    public: false,
    starter: "seated",
    host: "A",
    held_by: null,
    phase: "playing",
    chairs: [ann, ben],
    start: { pieces: [[cell("b2"), piece(0, "base")]], control: [], tallies: [[9, 9]] },
    plies: [],
    taken_back: [],
    turn: changes.plies?.length ?? 0,
    offer: null,
    ending: null,
    kept: null,
    swaps: [],
    rematch: null,
    rating_note: null,
    ...changes,
  };
}

/** @type {(changes?: Partial<TableView>, you?: PlayerView | null) => PageView} */
export function page(changes = {}, you = ann) {
  return {
    kind: kind(),
    seq: 4,
    table: table(changes),
    you,
    suggested_name: "Otter",
    live: true,
    now: 0,
    chat: null,
    nudge_after: 120_000,
    link: "http://x/g/code",
    turns: [],
    rematch: null,
  };
}

/** What the server says of some steps. @type {(answer?: Partial<PreviewView>) => PreviewView} */
export function previewOf(answer = {}) {
  const guide = { asks: ["Choose a cell.", "Where should {} move?"], finish: null, ghosts: {}, named: [] };
  return { changes: [], end: null, complete: false, tallies: [[9, 9]], clicks: {}, guide, cost: "", ...answer };
}
