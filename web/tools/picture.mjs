// Draws a game's picture for the home page from a position, with the pieces that the page itself uses.
// With a server running:  node web/tools/picture.mjs http://127.0.0.1:8080 <kind> "<position>" [from] [to]
// writes static/kinds/<kind>.picture.svg; `from` and `to` name two corner squares of the part that is shown.

import { readFile, writeFile } from "node:fs/promises";

const [server, kind, position, from, to] = process.argv.slice(2);
const file = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);
const answer = await fetch(`${server}/try`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ kind, position }),
});
const tried = await answer.json();
if (!answer.ok) throw new Error(tried.sentence);
const { layout, colours } = tried.kind;
const css = `${await readFile(file("static/base.css"), "utf8")}`;
const inner = async (/** @type {string} */ path) =>
  (await readFile(file(path), "utf8")).replace(/^<svg[^>]*>|<\/svg>\s*$/g, "").replace(/<symbol id="(?:tally|cross)[^]*?<\/symbol>\n?/g, "");

const corner = (/** @type {string | undefined} */ name, /** @type {any} */ other) =>
  layout.cells.find((/** @type {any} */ cell) => cell.name === name) ?? other;
const [a, b] = [corner(from, layout.cells[0]), corner(to, layout.cells.at(-1))];
const [x, y] = [Math.min(a.x, b.x) - 0.5, Math.min(a.y, b.y) - 0.5];
const [w, h] = [Math.abs(a.x - b.x) + 1, Math.abs(a.y - b.y) + 1];
const inside = (/** @type {any} */ cell) => Math.abs(cell.x - x - w / 2) <= w / 2 + 0.5 && Math.abs(cell.y - y - h / 2) <= h / 2 + 0.5;

const HEXAGON = [90, 150, 210, 270, 330, 30].map((degrees) => (degrees * Math.PI) / 180);
const corners = HEXAGON.map((angle) => [Math.cos(angle) / Math.sqrt(3), Math.sin(angle) / Math.sqrt(3)]);
const outline = (/** @type {any} */ { x, y, outline }) =>
  outline === "hexagon"
    ? `M${corners.map(([dx, dy]) => `${(x + dx).toFixed(3)} ${(y + dy).toFixed(3)}`).join("L")}z`
    : outline === "round"
      ? `M${x - 0.5} ${y}a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z`
      : `M${x - 0.5} ${y - 0.5}h1v1h-1z`;

const use = (/** @type {string} */ id, more = "") => `<use href="#${id}" x="-.5" y="-.5" width="1" height="1"${more}/>`;
/** Each kind of thing is drawn once, and shown where it stands. @type {Map<string, string>} */
const stamps = new Map();
const stamp = (/** @type {string} */ drawing, /** @type {number} */ x, /** @type {number} */ y) => {
  const id = [...stamps.keys()].indexOf(drawing) < 0 ? `s${stamps.size}` : stamps.get(drawing);
  stamps.set(drawing, id ?? "");
  return `<use href="#${id}" x="${x}" y="${+y.toFixed(2)}"/>`;
};
const mark = (/** @type {number | null} */ seat) => (seat === null ? "" : use(`mark-${seat}`, ' class="mark"'));
const classOf = (/** @type {number | null} */ seat) => (seat === null ? "" : ` class="${colours[seat - 1]}"`);
const pieces = tried.start.pieces.map((/** @type {any} */ [cell, piece], /** @type {number} */ at, /** @type {any[]} */ all) => {
  const place = layout.cells[cell];
  const height = all.slice(0, at).filter(([other]) => other === cell).length;
  const shape = use(`piece-${piece.symbol}`);
  const turned = piece.facing === null ? shape : `<g transform="rotate(${piece.facing})">${shape}</g>`;
  return inside(place) ? stamp(`<g${classOf(piece.seat)}>${turned}${mark(piece.seat)}</g>`, place.x, place.y - 0.14 * height) : "";
});
const caps = tried.start.control.map((/** @type {any} */ [cell, seat]) => {
  const round = `<circle r=".4" fill="currentColor" stroke="#fff" stroke-width=".06"/><circle r=".4" fill="url(#sheen)"/>`;
  const { x, y } = layout.cells[cell];
  return inside({ x, y }) ? stamp(`<g${classOf(seat)}>${round}${mark(seat)}</g>`, x, y) : "";
});

const seats = [...css.matchAll(/^\.seat\.(\w+) \{ --fill: var\(--\w+\); --edge: ([^;]+); --mark: ([^;]+); \}/gm)].filter(([, name]) => colours.includes(name));
const fill = (/** @type {string} */ name) => new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1];
const style = seats.map(([, name, edge, mark]) => `.${name}{color:${fill(name)}}.${name} .mark{color:${mark}}.${name}{--edge:${edge}}`).join("");
const wood = await inner("static/wood.svg");
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${w} ${h}" width="${Math.round(w * 60)}" height="${Math.round(h * 60)}">
<style>${style}.body{stroke:var(--edge);stroke-width:.03}@media(prefers-color-scheme:dark){.plank{fill:#c4975b}}</style>
${await inner("server/templates/marks.svg")}${await inner(`static/kinds/${kind}.svg`)}
<rect class="plank" x="${x}" y="${y}" width="${w}" height="${h}" fill="#e0b473"/>
<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 900 900" preserveAspectRatio="xMidYMid slice">${wood.trim()}</svg>
<path fill="none" stroke="#7a4f1f" stroke-width=".026" d="${layout.cells.filter(inside).map(outline).join("")}"/>
<defs>${[...stamps].map(([drawing, id]) => drawing.replace("<g", `<g id="${id}"`)).join("")}</defs>
${[...pieces, ...caps].join("")}
</svg>
`;
await writeFile(file(`static/kinds/${kind}.picture.svg`), svg);
