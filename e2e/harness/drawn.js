// What stands on a board of any game: as the rules say, and as a page draws and tells it. Both are lists of plain words, so
// that they can be compared.

/**
 * @typedef {object} Drawn
 * @property {string[]} pieces "d3 red token -": cell, colour, picture, where it points; ordered
 * @property {string[]} control "d4 red", ordered
 * @property {string[]} told "d3, Red's token", cell by cell
 * @property {{ [name in string]: number }[]} tallies of each seat
 */

/**
 * What the server makes of a position text: the rules read it, and no game is played.
 * @type {(url: string, kind: string, position: string) => Promise<{ kind: any, start: any }>}
 */
export async function tried(url, kind, position) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}/try`, { method: "POST", headers, body: JSON.stringify({ kind, position }) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${position}: ${found.sentence}`);
  return found;
}

/** What a page has to show of it. @type {(tried: { kind: any, start: any }) => Drawn} */
export function expected({ kind, start }) {
  const { cells } = kind.layout;
  const colour = (/** @type {number | null} */ seat) => (seat === null ? "" : kind.colours[seat - 1]);
  const owner = (/** @type {number} */ seat) => colour(seat)[0].toUpperCase() + colour(seat).slice(1);
  const words = (/** @type {any} */ { seat, symbol }) => (seat === null ? "" : `${owner(seat)}'s `) + kind.pieces[symbol];
  const on = (/** @type {number} */ cell) => start.pieces.filter((/** @type {any} */ [at]) => at === cell).map((/** @type {any} */ [, piece]) => words(piece));
  const held = new Map(start.control);
  const told = (/** @type {any} */ { name }, /** @type {number} */ cell) => [
    name,
    ...(on(cell).length > 0 ? on(cell) : ["empty"]),
    ...(held.has(cell) ? [`controlled by ${owner(held.get(cell))}`] : []),
  ];
  return {
    pieces: start.pieces
      .map((/** @type {any} */ [cell, { symbol, seat, facing }]) => `${cells[cell].name} ${colour(seat) || "neutral"} ${symbol} ${facing ?? "-"}`)
      .sort(),
    control: start.control.map((/** @type {any} */ [cell, seat]) => `${cells[cell].name} ${colour(seat)}`).sort(),
    told: cells.map((/** @type {any} */ place, /** @type {number} */ cell) => told(place, cell).join(", ")),
    tallies: kind.colours.map((/** @type {string} */ _, /** @type {number} */ seat) =>
      Object.fromEntries(kind.tallies.map((/** @type {string} */ name, /** @type {number} */ at) => [name, start.tallies[at][seat]])),
    ),
  };
}

/**
 * Reads the page; runs in it, and hence needs nothing from outside.
 * @returns {Drawn}
 */
export function readDrawn() {
  const all = (/** @type {string} */ selector, /** @type {ParentNode} */ root = document) => [...root.querySelectorAll(selector)];
  const numbers = (/** @type {string | null} */ text) => (text ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  const words = (/** @type {Element | null} */ element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const cells = all("#board [data-cell]").sort((a, b) => Number(a.getAttribute("data-cell")) - Number(b.getAttribute("data-cell")));
  const middles = cells.map((cell) => numbers(cell.getAttribute("transform")));
  /** What is stacked stands a little beside the middle of its cell. @param {number[]} at */
  const nearest = ([x, y]) => {
    const far = middles.map(([left, top]) => Math.hypot(left - x, top - y));
    return cells[far.indexOf(Math.min(...far))].getAttribute("data-name");
  };
  /** @param {Element} element */
  const colour = (element) => [...element.classList].filter((name) => !["piece", "control", "seat"].includes(name)).join();
  /** @param {Element} place */
  const piece = (place) => {
    const found = /** @type {SVGElement} */ (place.querySelector(".piece"));
    const turned = numbers(found.firstElementChild?.getAttribute("transform") ?? null);
    const facing = turned.length > 0 ? ((turned[0] % 360) + 360) % 360 : "-";
    return `${nearest(numbers(/** @type {SVGElement} */ (place).style.transform))} ${colour(found)} ${found.dataset.symbol} ${facing}`;
  };
  const aside = /^(staged|would be captured|pointing at .*)$/;
  const told = cells.map((cell) => (cell.getAttribute("aria-label") ?? "").replace(/ pointing at \w+/g, "").split(", "));
  return {
    pieces: all("#board .place:not(.gone, .turning)").map(piece).sort(),
    control: all("#board .control").map((ring) => `${nearest(numbers(ring.getAttribute("transform")))} ${colour(ring)}`).sort(),
    told: told.map((parts) => parts.filter((part) => !aside.test(part)).join(", ")),
    tallies: all("#players .player").map((player) =>
      Object.fromEntries(all(".tallies div", player).map((tally) => [words(tally.querySelector("dt")), Number(words(tally.querySelector("dd")))])),
    ),
  };
}
