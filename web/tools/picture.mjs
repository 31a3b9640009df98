// Draws a game's picture for the home page from a position: the board as the pages draw it, written to one file.
// With a server running:  node web/tools/picture.mjs http://127.0.0.1:8080 <kind> "<position>" [from] [to]
// writes static/kinds/<kind>.picture.svg; `from` and `to` name two corner cells of the part that is shown, else it is
// all of the board.

import { readFile, writeFile } from "node:fs/promises";
import { createBoard } from "../js/board/board.js";
import { renderDiagram } from "../js/board/render.js";
import { NO_MARKS } from "../js/board/state.js";
import { diagramOf } from "../js/model/timeline.js";
import { Leaf, stubDom } from "./dom-stub.mjs";

const [server, name, position, ...corners] = process.argv.slice(2);
const read = (/** @type {string} */ path) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

const answer = await fetch(`${server}/try`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ kind: name, position }),
});
const tried = await answer.json();
if (!answer.ok) throw new Error(tried.sentence);

stubDom();
const board = createBoard(tried.kind, () => {});
renderDiagram(board, diagramOf(tried.start), NO_MARKS);
const scenes = /** @type {Leaf[]} */ (/** @type {any} */ (board.drawing.scenes));
const { x, y, width, height } = part(tried.kind.layout, corners);

/** Everything that looks the same is drawn once, and used where it stands. @type {Map<string, string>} */
const stamps = new Map();
const drawn = scenes
  .flatMap((scene) => scene.children)
  .map((child) => (child instanceof Leaf ? layer(child) : ""))
  .join("\n");
const svg = `<svg xmlns="http://www.w3.org/2000/svg" data-kind="${name}" viewBox="${x} ${y} ${width} ${height}" width="${Math.round(width * 60)}" height="${Math.round(height * 60)}">
<!-- ${[name, `"${position}"`, ...corners].join(" ").replaceAll("--", "- -")} -->
<style>${await styles()}</style>
${await pictures("server/templates/marks.svg")}${await pictures(`static/kinds/${name}.svg`)}
<rect class="plank" x="${x}" y="${y}" width="${width}" height="${height}"/>
<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 900 900" preserveAspectRatio="xMidYMid slice">${bare(await read("static/wood.svg")).trim()}</svg>
<defs>${[...stamps].map(([drawing, id]) => `<g id="${id}" data-kind="${name}">${drawing}</g>`).join("")}</defs>
${drawn}
</svg>
`;
await writeFile(new URL(`../../static/kinds/${name}.picture.svg`, import.meta.url), svg.replace(/\n{2,}/g, "\n"));

/** The part of the board that is shown. @type {(layout: import("../protocol.js").LayoutView, corners: string[]) => { x: number, y: number, width: number, height: number }} */
function part({ cells, width, height }, names) {
  const found = names.map((name) => cells.find((cell) => cell.name === name)).filter((cell) => cell !== undefined);
  const round = (/** @type {number} */ at) => +at.toFixed(3);
  if (found.length === 2) {
    const [xs, ys] = [found.map((cell) => cell.x), found.map((cell) => cell.y)];
    const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
    return { x: round(left), y: round(top), width: round(Math.max(...xs) + 0.5 - left), height: round(Math.max(...ys) + 0.5 - top) };
  }
  const side = round(Math.max(width, height));
  return { x: round((width - side) / 2), y: round((height - side) / 2), width: side, height: side };
}

/** The visible part of a layer. @param {Leaf} leaf */
function layer(leaf) {
  const things = leaf.children.filter((child) => child instanceof Leaf && /^(place|control)\b/.test(child.getAttribute("class") ?? ""));
  if (things.length === 0) return leaf.children.length > 0 || leaf.name !== "g" ? written(leaf) : "";
  return things.map((thing) => stamp(/** @type {Leaf} */ (thing))).join("");
}

/** @param {Leaf} leaf */
function written(leaf) {
  return String(leaf)
    .replace(/<text class="letter".*?<\/text>/g, "")
    .replace(/ aria-\w+="\w+"/g, "");
}

/** @param {Leaf} thing a piece or a mark, with a place */
function stamp(thing) {
  const [left, top] = (thing.getAttribute("transform") ?? thing.style.transform).match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
  const near = Math.abs(left - x - width / 2) <= width / 2 + 0.6 && Math.abs(top - y - height / 2) <= height / 2 + 0.6;
  if (!near) return "";
  thing.style.transform = "";
  thing.removeAttribute("transform");
  const drawing = written(thing);
  const id = stamps.get(drawing) ?? `s${stamps.size}`;
  stamps.set(drawing, id);
  return `<use href="#${id}" x="${+left.toFixed(3)}" y="${+top.toFixed(3)}"/>`;
}

/** The pictures of pieces and marks in a file, without the symbols for panels. @param {string} path */
async function pictures(path) {
  return bare(await read(path)).replace(/<symbol [^]*?<\/symbol>\n?/g, "");
}

/** @param {string} file */
function bare(file) {
  return file.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
}

/** The colours and styles of all that is drawn, as the pages have them. */
async function styles() {
  const [base, table, own] = await Promise.all(["base.css", "table.css", `kinds/${name}.css`].map((file) => read(`static/${file}`)));
  const colours = tried.kind.colours.flatMap((/** @type {string} */ colour) => [
    `:root{${new RegExp(`--${colour}: [^;]+;`).exec(base)?.[0] ?? ""}}`,
    new RegExp(`^ *\\.seat\\.${colour} .*$`, "m").exec(base)?.[0] ?? "",
  ]);
  const wood = table.slice(0, table.indexOf(".pictures"));
  const things = /\/\* Drawn on the board[^]*?(?=\n *\/\* Marks on the board)/.exec(table)?.[0] ?? "";
  const css = [
    ":root{color-scheme:light dark;}",
    ...colours,
    wood,
    things,
    /@layer kind {([^]*)}/.exec(own)?.[1] ?? "",
    ".plank{fill:var(--wood)}.label{display:none}",
  ].join("\n");
  return css
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};:,]) ?/g, "$1")
    .trim();
}
