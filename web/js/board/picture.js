// Drawing pieces, marks and outlines of cells, for the board and for panels.

/** @import { KindView, PieceView, PlaceView } from "../../protocol.js" */
import { svg } from "../dom.js";

/** The corners around the middle; opposite sides are one unit apart. */
const HEXAGON = [0, 60, 120, 180, 240, 300]
  .map((degrees) => (degrees * Math.PI) / 180)
  .map((angle) => [Math.cos(angle) / Math.sqrt(3), Math.sin(angle) / Math.sqrt(3)]);

/** The corners of a cell. @param {PlaceView} place */
const corners = ({ x, y }) => HEXAGON.map(([dx, dy]) => `${(x + dx).toFixed(3)} ${(y + dy).toFixed(3)}`);

/**
 * The outline of a cell. It is not moved by a transform: hundreds of these cost time with every frame.
 * @param {PlaceView} place
 * @param {string} name its class
 */
export function outline(place, name) {
  const { x, y } = place;
  if (place.outline === "round") return svg("circle", { cx: x, cy: y, r: 0.5, class: name });
  if (place.outline === "hexagon") return svg("polygon", { points: corners(place).join(), class: name });
  return svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: name });
}

/**
 * The outlines of many cells in one path: drawn much faster than one by one.
 * @param {PlaceView[]} places
 * @param {string} name its class
 */
export function outlines(places, name) {
  const parts = places.map((place) => {
    const { x, y, outline } = place;
    if (outline === "round") return `M${x - 0.5} ${y}a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z`;
    if (outline === undefined) return `M${x - 0.5} ${y - 0.5}h1v1h-1z`;
    return `M${corners(place).join("L")}z`;
  });
  return svg("path", { d: parts.join(""), class: name });
}

/**
 * The class that gives the colour of a seat.
 * @param {KindView} kind
 * @param {number | null | undefined} seat
 */
export function colourOf(kind, seat) {
  return seat ? `seat ${kind.colours[seat - 1] ?? ""}` : "neutral";
}

/**
 * The picture of a piece or a mark, around the middle. It has no place and no box of its own: these cost time with every frame.
 * @param {string} id
 * @param {string} [name] its class
 */
export function symbol(id, name = "") {
  return svg("use", { href: `#${id}`, class: name });
}

/**
 * What tells a seat apart besides its colour: a mark, or a letter if the settings say so.
 * @type {(kind: KindView, seat: number) => SVGElement[]}
 */
export function sign(kind, seat) {
  const letter = svg("text", { class: "letter", "aria-hidden": "true" }, letters(kind.colours)[seat - 1] ?? "?");
  return [symbol(`mark-${seat}`, "mark"), letter];
}

/**
 * For each colour its first letter that no colour before it has, else its number: blue is L beside black.
 * @param {string[]} colours
 * @returns {string[]}
 */
export function letters(colours) {
  /** @type {string[]} */
  const taken = [];
  for (const colour of colours) taken.push([...colour.toUpperCase()].find((letter) => !taken.includes(letter)) ?? String(taken.length + 1));
  return taken;
}

/**
 * A piece with the mark of its seat, around the middle. It stands upright however the board is rotated, unless it points
 * somewhere: then only its letter stands upright.
 * @param {KindView} kind
 * @param {PieceView} piece
 */
export function pieceOf(kind, piece) {
  const marks = piece.seat === null ? [] : sign(kind, piece.seat);
  const picture = symbol(`${kind.name}-piece-${piece.symbol}`);
  const drawn = piece.facing === null ? svg("g", { class: "upright" }, picture, ...marks) : rotated(piece.facing, picture, marks);
  return svg("g", { class: `piece ${colourOf(kind, piece.seat)}`, "data-symbol": piece.symbol }, drawn);
}

/**
 * A mark follows the piece by quarter turns: most marks look the same then, and one that points never points elsewhere than
 * the piece.
 * @type {(degrees: number, picture: SVGElement, marks: SVGElement[]) => SVGElement}
 */
function rotated(degrees, picture, marks) {
  const back = (/** @type {number} */ by, /** @type {SVGElement[]} */ ...what) => svg("g", by === 0 ? {} : { transform: `rotate(${by})` }, ...what);
  const [mark, letter] = marks;
  const spot = mark ? [svg("g", { class: "spot" }, back(quarters(degrees) - degrees, mark), back(-degrees, svg("g", { class: "upright" }, letter)))] : [];
  return svg("g", { transform: `rotate(${degrees})` }, picture, ...spot);
}

/** @param {number} degrees */
const quarters = (degrees) => Math.round(degrees / 90) * 90;

/**
 * The badge of a seat for panels and lists.
 * @param {KindView} kind
 * @param {number} seat
 */
export function badge(kind, seat) {
  return svg(
    "svg",
    { class: `badge ${colourOf(kind, seat)}`, viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" },
    svg("circle", { r: 0.46, class: "disc" }),
    svg("circle", { r: 0.46, class: "gloss" }),
    ...sign(kind, seat),
  );
}

/** A small picture of the page. @param {string} name */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` }));
}
