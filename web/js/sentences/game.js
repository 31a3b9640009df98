// What happens, in words: made from the changes alone, for those who listen and for those who look. Pure.

/** @import { ChangeView, EndingView, KindView, PieceView, PlyView } from "../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { nextCell } from "../board/cells.js";
import { isDrop } from "../model/room.js";

/**
 * A seat by its colour: "Red".
 * @param {KindView} kind
 * @param {number} seat
 */
export function seatWord(kind, seat) {
  const colour = kind.colours[seat - 1] ?? `seat ${seat}`;
  return colour[0].toUpperCase() + colour.slice(1);
}

/**
 * Things in a row: "a, b and c".
 * @param {string[]} words
 */
export function list(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * A word for things that are counted, for one of them if there is but one: "base", "saved pass", "man".
 * @type {(count: number, words: string) => string}
 */
export function counted(count, words) {
  return count === 1 ? words.replace(/(ss|sh|ch|x)es$|([^s])s$/, "$1$2").replace(/men$/, "man") : words;
}

/**
 * A ply in words: "Red plays e5, captures White's stone on f6; Red controls the base on i9".
 * @param {KindView} kind
 * @param {Diagram} before what stood on the board
 * @param {PlyView} ply
 */
export function sayPly(kind, before, ply) {
  const seat = seatWord(kind, ply.seat);
  if (isDrop(ply)) return `${seat} leaves the game`;
  const first = ply.text.split(",")[0];
  const button = kind.buttons.find(([name]) => name === first)?.[1];
  const deeds = [...(button ? [button.toLowerCase()] : []), ...deedsOf(kind, ply.changes, ply.seat)];
  const said = deeds.length > 0 ? `${seat} ${button ? "– " : ""}${deeds.join(", ")}` : `${seat} – ${ply.text}`;
  return [said, ...controls(kind, before, ply.changes)].join("; ");
}

/**
 * What steps that are only thought of would do besides: the captures and what comes under control.
 * @param {KindView} kind
 * @param {Diagram} before
 * @param {ChangeView[]} changes
 * @param {number} seat
 */
export function sayEffects(kind, before, changes, seat) {
  const deeds = capturesOf(kind, changes, seat);
  const said = deeds.map((deed) => `${seatWord(kind, seat)} ${deed}`);
  return [...said, ...controls(kind, before, changes)].join("; ");
}

/** @type {(kind: KindView, changes: ChangeView[], seat: number) => string[]} */
function deedsOf(kind, changes, seat) {
  const name = (/** @type {number} */ cell) => kind.layout.cells[cell].name;
  const places = puts(changes).map(({ cell, piece }) => putWords(kind, cell, piece));
  const deeds = places.length > 0 ? [`plays ${list(places)}`] : [];
  for (const deed of rows(changes)) {
    if (deed[0].c === "moved") deeds.push(`moves ${list(ways(deed).map((way) => way.map(name).join(" to ")))}`);
    if (deed[0].c === "flipped") deeds.push(...flipsOf(kind, deed));
  }
  const gone = changes.flatMap((change) => (change.c === "removed" ? [change] : []));
  if (gone.length > 0) {
    deeds.push(`removes ${pieceWords(kind, gone[0].piece)} from ${list(gone.map((change) => name(change.cell)))}`);
  }
  return [...deeds, ...capturesOf(kind, changes, seat)];
}

/**
 * The pieces that are put down by themselves, not in the place of one that is captured.
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
 * What is put down: by its place alone, if its owner and its place say it all.
 * @type {(kind: KindView, cell: number, piece: PieceView) => string}
 */
function putWords(kind, cell, piece) {
  const name = kind.layout.cells[cell].name;
  if (piece.seat !== null && piece.facing === null) return name;
  return `a ${kind.pieces[piece.symbol] ?? piece.symbol} on ${name}${pointing(kind, cell, piece)}`;
}

/** Changes of one sort that follow each other. @type {(changes: ChangeView[]) => ChangeView[][]} */
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

/** Where each of some pieces went, stop by stop: who moves on from where the last one stopped is the same piece. @type {(moves: ChangeView[]) => number[][]} */
function ways(moves) {
  /** @type {number[][]} */
  const ways = [];
  for (const move of moves) {
    if (move.c !== "moved") continue;
    const way = ways.at(-1);
    if (way?.at(-1) === move.from) way.push(move.to);
    else ways.push([move.from, move.to]);
  }
  return ways;
}

/** Pieces that become others, those of one kind together. What only changes hands is turned over. @type {(kind: KindView, changes: ChangeView[]) => string[]} */
function flipsOf(kind, changes) {
  const flips = changes.flatMap((change) => (change.c === "flipped" ? [change] : []));
  const [over, into] = [flips.filter(({ from, to }) => from.symbol === to.symbol), flips.filter(({ from, to }) => from.symbol !== to.symbol)];
  const turned = together(kind, over.map(({ cell, from }) => ({ what: pieceWords(kind, from), cell })));
  const made = into.map(({ cell, from, to }) => `turns ${pieceWords(kind, from)} on ${kind.layout.cells[cell].name} into a ${kind.pieces[to.symbol] ?? to.symbol}`);
  return [...(turned.length > 0 ? [`turns over ${list(turned)}`] : []), ...made];
}

/** Captures, those of one kind of piece together. @type {(kind: KindView, changes: ChangeView[], seat: number) => string[]} */
function capturesOf(kind, changes, seat) {
  const taken = changes.flatMap((change) => (change.c === "taken" ? [change] : []));
  const what = (/** @type {number} */ by, /** @type {PieceView} */ piece) =>
    `captures ${by === seat ? "" : `for ${seatWord(kind, by)} `}${pieceWords(kind, piece)}`;
  return together(kind, taken.map(({ cell, by, piece }) => ({ what: what(by, piece), cell })));
}

/** The same things on several cells: "White's stone on c1 and c2". @type {(kind: KindView, things: { what: string, cell: number }[]) => string[]} */
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
    const who = owner === undefined ? "Nobody" : seatWord(kind, owner);
    return [`${who} ${change.seat === null ? "loses" : "controls"} ${placeWords(kind, before, change.cell)}`];
  });
}

/** @type {(kind: KindView, diagram: Diagram, cell: number) => string} */
function placeWords(kind, diagram, cell) {
  const piece = diagram.pieces.get(cell)?.at(-1);
  const name = kind.layout.cells[cell].name;
  return piece ? `the ${kind.pieces[piece.symbol] ?? piece.symbol} on ${name}` : name;
}

/**
 * A piece with its owner: "White's stone".
 * @param {KindView} kind
 * @param {PieceView} piece
 */
export function pieceWords(kind, piece) {
  const word = kind.pieces[piece.symbol] ?? piece.symbol;
  return piece.seat === null ? word : `${seatWord(kind, piece.seat)}'s ${word}`;
}

/**
 * The cell that a piece points at: " pointing at d5"; nothing if it points nowhere.
 * @type {(kind: KindView, cell: number, piece: PieceView) => string}
 */
function pointing(kind, cell, { facing }) {
  if (facing === null) return "";
  const angle = (facing * Math.PI) / 180;
  const at = nextCell(kind.layout.cells, cell, [Math.sin(angle), -Math.cos(angle)], 0);
  return at === cell ? "" : ` pointing at ${kind.layout.cells[at].name}`;
}

/**
 * A cell with all that is on it: "f6, White's stone".
 * @param {KindView} kind
 * @param {Diagram} diagram
 * @param {number} cell
 */
export function sayCell(kind, diagram, cell) {
  const pieces = (diagram.pieces.get(cell) ?? []).map((piece) => pieceWords(kind, piece) + pointing(kind, cell, piece));
  const owner = diagram.control.get(cell);
  const control = owner === undefined ? [] : [`controlled by ${seatWord(kind, owner)}`];
  return [kind.layout.cells[cell].name, ...(pieces.length > 0 ? pieces : ["empty"]), ...control].join(", ");
}

/**
 * How a game ended: "Ann wins", "Ann and Ben share the first place".
 * @param {EndingView} ending
 * @param {(seat: number) => string} who
 */
export function sayEnding(ending, who) {
  const first = ending.ranks.flatMap((rank, index) => (rank === 1 ? [who(index + 1)] : []));
  if (first.length === 1) return `${first[0]} wins`;
  return first.length === ending.ranks.length ? "A draw" : `${list(first)} share first place`;
}
