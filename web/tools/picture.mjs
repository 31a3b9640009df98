// Draws a game's picture for the home page from a position: what the page itself draws, with the styles that it takes.
// With a server running:  node web/tools/picture.mjs http://127.0.0.1:8080 <kind> "<position>" [from] [to]
// writes static/kinds/<kind>.picture.svg; `from` and `to` name two corner squares of the part that is shown.

import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const [server, kind, position, from, to] = process.argv.slice(2);
const file = (/** @type {string} */ path) => new URL(`../../${path}`, import.meta.url);
const answer = await fetch(`${server}/try`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ kind, position }),
});
const tried = await answer.json();
if (!answer.ok) throw new Error(tried.sentence);

const { cells } = tried.kind.layout;
const corner = (/** @type {string | undefined} */ name) => cells.find((/** @type {any} */ cell) => cell.name === name);
const shown = corner(from) && corner(to) ? [corner(from), corner(to)] : cells;
const [xs, ys] = [shown.map((/** @type {any} */ cell) => cell.x), shown.map((/** @type {any} */ cell) => cell.y)];
const [x, y] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
const [w, h] = [Math.max(...xs) + 0.5 - x, Math.max(...ys) + 0.5 - y];

/** All that the page has for it: the board as drawn, the pictures of the pieces, and the styles that apply to them. */
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`${server}/rules/${kind}`);
const { scene, pictures, styles } = await page.evaluate(inPage, { tried, box: { x, y, w, h } });
await browser.close();

const wood = (await readFile(file("static/wood.svg"), "utf8")).replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${w} ${h}" width="${Math.round(w * 60)}" height="${Math.round(h * 60)}">
<style>${styles}</style>
${pictures}
<rect x="${x}" y="${y}" width="${w}" height="${h}" style="fill:var(--wood)"/>
<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 900 900" preserveAspectRatio="xMidYMid slice">${wood}</svg>
${scene}
</svg>
`;
await writeFile(file(`static/kinds/${kind}.picture.svg`), svg);

/**
 * Runs in the page of the game's rules, which has its pictures and its styles, and hence needs nothing from outside.
 * @param {{ tried: any, box: { x: number, y: number, w: number, h: number } }} told
 */
async function inPage({ tried, box }) {
  const pictures = /** @type {Element} */ (document.querySelector(".pictures"));
  const scene = await draw();
  for (const place of scene.querySelectorAll(".place")) settle(place);
  for (const element of scene.querySelectorAll("*")) if (needless(element)) element.remove();
  const used = new Set([...scene.querySelectorAll("use")].map((use) => use.getAttribute("href")));
  for (const symbol of pictures.querySelectorAll("symbol")) if (!used.has(`#${symbol.id}`)) symbol.remove();
  const inner = [...pictures.children].map((picture) => picture.innerHTML.trim()).join("\n");
  return { scene: scene.innerHTML, pictures: inner, styles: stylesOf(scene) };

  async function draw() {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[src$="/js/rules.js"]')).src;
    const load = (/** @type {string} */ name) => import(script.replace("rules.js", `${name}.js`));
    const [{ Board, NO_MARKS }, { diagramOf }] = await Promise.all([load("board"), load("timeline")]);
    const board = new Board(tried.kind, () => {});
    board.show(diagramOf(tried.start), NO_MARKS);
    document.body.replaceChildren(pictures, board.element);
    return board.element.querySelector("#scene");
  }

  /** A piece stands by an attribute, as pictures have no script that moves it; outside the part that is shown there is none. @param {any} place */
  function settle(place) {
    const [left, top] = place.style.transform.match(/-?[\d.]+/g).map(Number);
    const inside = Math.abs(left - box.x - box.w / 2) < box.w / 2 + 0.5 && Math.abs(top - box.y - box.h / 2) < box.h / 2 + 0.5;
    if (!inside) return place.remove();
    place.setAttribute("transform", `translate(${+left.toFixed(3)} ${+top.toFixed(3)})`);
    place.removeAttribute("style");
  }

  /** @param {Element} element */
  function needless(element) {
    const hidden = getComputedStyle(element).display === "none";
    return hidden || element.matches(".label") || element.closest(".label") !== null || (element.localName === "g" && element.childElementCount === 0);
  }

  /** The rules of the page's sheets that something drawn meets, and of their variables those that these use. @param {Element} scene */
  function stylesOf(scene) {
    const rules = [...document.styleSheets].flatMap((sheet) => /** @type {any[]} */ ([...sheet.cssRules]));
    const meets = ({ selectorText: selector = "" }) =>
      /[.#]/.test(selector) && (scene.querySelector(selector) ?? pictures.querySelector(selector)) !== null;
    const styles = rules.filter(meets).map(({ selectorText, style }) => {
      const still = [...style].filter((name) => !/^(transition|animation)/.test(name));
      return still.length > 0 ? `${selectorText}{${still.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";")}}` : "";
    });
    const used = new Set(["--wood", ...styles.flatMap((text) => text.match(/--[\w-]+(?=[,)])/g) ?? [])]);
    const dark = rules.filter(({ conditionText = "" }) => conditionText.includes("prefers-color-scheme: dark"));
    const night = variables(dark.flatMap((rule) => [...rule.cssRules]), used);
    return [variables(rules, used), `@media(prefers-color-scheme:dark){${night}}`, ...styles].filter(Boolean).join("\n");
  }

  /** @type {(rules: any[], used: Set<string>) => string} */
  function variables(rules, used) {
    const roots = rules.filter(({ selectorText }) => selectorText === ":root");
    const values = new Map(roots.flatMap(({ style }) => [...style].map((name) => [name, style.getPropertyValue(name)])));
    return `:root{${[...values].filter(([name]) => used.has(name)).map(([name, value]) => `${name}:${value}`).join(";")}}`;
  }
}
