// Turns in words: made from the changes alone. Pure.

/** @import { ChangeView, KindView, PieceView, PlyView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { isDrop } from "../plies.js";
import { list, pieceName, pointing, seatName } from "./game.js";

/**
 * A ply in words: "Red plays e5, captures White's stone on f6; Red controls the base on i9".
 * @param {KindView} kind
 * @param {Diagram} before what stood on the board
 * @param {PlyView} ply
 */
export function describePly(kind, before, ply) {
  return [`${seatName(kind, ply.seat)} ${deedsOf(kind, ply).join(", ")}`, ...controls(kind, before, ply.changes)].join("; ");
}

/**
 * In short, as it follows a player's name: "e5 and f6, captures c15".
 * @type {(kind: KindView, ply: PlyView) => string}
 */
export function summarizePly(kind, { text, words, changes, reason }) {
  if (isDrop({ text })) return DROPPED[reason ?? "resignation"];
  const cells = changes.flatMap((change) => (change.c === "taken" && !names(words, nameOf(kind, change.cell)) ? [nameOf(kind, change.cell)] : []));
  const captures = cells.length > 0 ? [`captures ${list(cells)}`] : [];
  const notable = changes.filter((change) => change.c !== "flipped" || change.from.symbol !== change.to.symbol);
  const deeds = words ? [words] : actionsOf(kind, notable).map((deed) => deed.replace(/^plays\s/, ""));
  return [...(deeds.length + captures.length > 0 ? deeds : [text]), ...captures].join(", ");
}

/** The names of the cells where a ply captured something. @type {(kind: KindView, ply: PlyView) => string[]} */
export const takenIn = (kind, { changes }) => changes.flatMap((change) => (change.c === "taken" ? [nameOf(kind, change.cell)] : []));

/** What a player did in a ply, in order. @type {(kind: KindView, ply: PlyView) => string[]} */
function deedsOf(kind, { seat, text, words, changes, reason }) {
  if (isDrop({ text })) return [DROP_WORDS[reason ?? "resignation"]];
  const captures = changes.filter((change) => change.c !== "taken" || !names(words, nameOf(kind, change.cell)));
  const actions = [...(words ? [words] : actionsOf(kind, changes)), ...capturesOf(kind, captures, seat)];
  return actions.length > 0 ? actions : [text];
}

const DROPPED = { resignation: "left the game", time: "ran out of time", away: "was away for too long" };
const DROP_WORDS = { resignation: "leaves the game", time: "runs out of time", away: "is away for too long" };

/** Whether some words name a cell. @type {(words: string | undefined, cell: string) => boolean} */
const names = (words, cell) => words !== undefined && words.split(/[\s,]+/).includes(cell);

/** @type {(kind: KindView, cell: number) => string} */
const nameOf = (kind, cell) => kind.layout.cells[cell].name;

/**
 * What staged steps would do besides: the captures and what comes under control.
 * @param {KindView} kind
 * @param {Diagram} before
 * @param {ChangeView[]} changes
 * @param {number} seat
 */
export function describeEffects(kind, before, changes, seat) {
  const actions = capturesOf(kind, changes, seat);
  const said = actions.map((action) => `${seatName(kind, seat)} ${action}`);
  return [...said, ...controls(kind, before, changes)].join("; ");
}

/** What is put down, moved, flipped and removed. @type {(kind: KindView, changes: ChangeView[]) => string[]} */
function actionsOf(kind, changes) {
  const name = (/** @type {number} */ cell) => kind.layout.cells[cell].name;
  const places = puts(changes).map(({ cell, piece }) => putText(kind, cell, piece));
  const actions = places.length > 0 ? [`plays ${list(places)}`] : [];
  for (const action of rows(changes)) {
    if (action[0].c === "moved") actions.push(`moves ${list(routes(action).map((route) => route.map(name).join(" to ")))}`);
    if (action[0].c === "flipped") actions.push(...flipsOf(kind, action));
  }
  const gone = changes.flatMap((change) => (change.c === "removed" ? [change] : []));
  if (gone.length > 0) {
    actions.push(`removes ${pieceName(kind, gone[0].piece)} from ${list(gone.map((change) => name(change.cell)))}`);
  }
  return actions;
}

/**
 * The pieces that are put down, except in place of captured ones.
 * @param {ChangeView[]} changes
 */
function puts(changes) {
  const taken = new Set();
  return changes.flatMap((change) => {
    if (change.c === "taken") taken.add(change.cell);
    return change.c === "put" && !taken.has(change.cell) ? [change] : [];
  });
}

/**
 * A piece that is put down: just its cell, unless it has no owner or points somewhere.
 * @type {(kind: KindView, cell: number, piece: PieceView) => string}
 */
function putText(kind, cell, piece) {
  const name = kind.layout.cells[cell].name;
  if (piece.seat !== null && piece.facing === null) return name;
  return `a ${kind.pieces[piece.symbol] ?? piece.symbol} on ${name}${pointing(kind, cell, piece)}`;
}

/** Groups of changes of the same kind that follow each other. @type {(changes: ChangeView[]) => ChangeView[][]} */
function rows(changes) {
  /** @type {ChangeView[][]} */
  const rows = [];
  for (const change of changes) {
    const last = rows.at(-1);
    if (last?.[0].c === change.c) last.push(change);
    else rows.push([change]);
  }
  return rows;
}

/** The routes of pieces, cell by cell: a move that starts where the last one ended is of the same piece. @type {(moves: ChangeView[]) => number[][]} */
function routes(moves) {
  /** @type {number[][]} */
  const routes = [];
  for (const move of moves) {
    if (move.c !== "moved") continue;
    const route = routes.at(-1);
    if (route?.at(-1) === move.from) route.push(move.to);
    else routes.push([move.from, move.to]);
  }
  return routes;
}

/** Pieces that are flipped, those of one kind together: only the owner changes, or the piece becomes another. @type {(kind: KindView, changes: ChangeView[]) => string[]} */
function flipsOf(kind, changes) {
  const flips = changes.flatMap((change) => (change.c === "flipped" ? [change] : []));
  const [over, into] = [flips.filter(({ from, to }) => from.symbol === to.symbol), flips.filter(({ from, to }) => from.symbol !== to.symbol)];
  const turned = together(
    kind,
    over.map(({ cell, from }) => ({ what: pieceName(kind, from), cell })),
  );
  const made = into.map(
    ({ cell, from, to }) => `turns ${pieceName(kind, from)} on ${kind.layout.cells[cell].name} into a ${kind.pieces[to.symbol] ?? to.symbol}`,
  );
  return [...(turned.length > 0 ? [`turns over ${list(turned)}`] : []), ...made];
}

/** Captures, those of one kind of piece together. @type {(kind: KindView, changes: ChangeView[], seat: number) => string[]} */
function capturesOf(kind, changes, seat) {
  const taken = changes.flatMap((change) => (change.c === "taken" ? [change] : []));
  const what = (/** @type {number} */ by, /** @type {PieceView} */ piece) =>
    `captures ${by === seat ? "" : `for ${seatName(kind, by)} `}${pieceName(kind, piece)}`;
  return together(
    kind,
    taken.map(({ cell, by, piece }) => ({ what: what(by, piece), cell })),
  );
}

/** One thing on several cells: "White's stone on c1 and c2". @type {(kind: KindView, things: { what: string, cell: number }[]) => string[]} */
function together(kind, things) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { what, cell } of things) groups.set(what, [...(groups.get(what) ?? []), kind.layout.cells[cell].name]);
  return [...groups].map(([what, cells]) => `${what} on ${list(cells)}`);
}

/** @type {(kind: KindView, before: Diagram, changes: ChangeView[]) => string[]} */
function controls(kind, before, changes) {
  return changes.flatMap((change) => {
    if (change.c !== "control") return [];
    const owner = change.seat ?? before.control.get(change.cell);
    const who = owner === undefined ? "Nobody" : seatName(kind, owner);
    return [`${who} ${change.seat === null ? "loses" : "controls"} ${placeName(kind, before, change.cell)}`];
  });
}

/** @type {(kind: KindView, diagram: Diagram, cell: number) => string} */
function placeName(kind, diagram, cell) {
  const piece = diagram.pieces.get(cell)?.at(-1);
  const name = kind.layout.cells[cell].name;
  return piece ? `the ${kind.pieces[piece.symbol] ?? piece.symbol} on ${name}` : name;
}
