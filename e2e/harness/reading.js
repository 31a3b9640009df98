// What a page of a table shows, read off its elements: what is drawn, and what a screen reader is told.

/**
 * @typedef {object} Reading
 * @property {string} drawn the board as drawn, in the letters of a position text
 * @property {string} told the board as told, square by square
 * @property {string[]} control "d4 red": the rings round the bases, as drawn
 * @property {string[]} toldControl the same, as told
 * @property {string[]} doomed squares with a cross: what would be captured
 * @property {string[]} toldDoomed the same, as told
 * @property {{ [name in string]: number }[]} tallies of each seat
 * @property {string[]} people of each seat
 * @property {string[]} turns
 */

/**
 * Reads the page; runs in it, and hence needs nothing from outside.
 * @returns {Reading}
 */
export function readPage() {
  const files = "abcdefghijklmnopq";
  const colours = ["white", "red", "blue", "yellow"];
  const all = (/** @type {string} */ selector, /** @type {ParentNode} */ root = document) => [...root.querySelectorAll(selector)];
  const spot = (/** @type {string | null} */ transform) => (transform ?? "").match(/-?[\d.]+/g)?.slice(0, 2).map(Number).join(" ");
  const words = (/** @type {Element | null | undefined} */ element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const colourOf = (/** @type {Element} */ element) => colours.find((colour) => element.classList.contains(colour)) ?? "";
  const cells = all("#board [data-cell]");
  const names = new Map(cells.map((cell) => [spot(cell.getAttribute("transform")), cell.getAttribute("data-name") ?? ""]));

  const letter = (/** @type {string} */ colour, /** @type {string} */ piece) =>
    piece === "base" ? "*" : piece === "capture" ? colour[0].toUpperCase() : colour[0];

  const board = (/** @type {Map<string, string>} */ letters) => {
    const row = (/** @type {number} */ rank) => [...files].map((file) => letters.get(`${file}${rank}`) ?? " ").join("");
    const rows = Array.from({ length: 17 }, (_, down) => row(17 - down));
    return rows.join("/").replace(/ +/g, (run) => String(run.length));
  };

  const drawn = all("#board .place:not(.gone)").map((place) => {
    const piece = /** @type {SVGElement} */ (place.querySelector(".piece"));
    const at = spot(/** @type {SVGElement} */ (place).style.transform);
    return /** @type {[string, string]} */ ([names.get(at) ?? `nowhere ${at}`, letter(colourOf(piece), piece.dataset.symbol ?? "")]);
  });

  const told = cells.map((cell) => (cell.getAttribute("aria-label") ?? "").split(", "));
  const toldLetter = (/** @type {string} */ what) => {
    if (what === "empty") return " ";
    if (what === "base") return "*";
    const [, owner, piece] = /^(\w+)'s (play|capture) stone$/.exec(what) ?? [];
    return piece ? letter(owner.toLowerCase(), piece) : `(${what})`;
  };

  return {
    drawn: board(new Map(drawn)),
    told: board(new Map(told.map(([name, what]) => [name, toldLetter(what)]))),
    control: all("#board .control")
      .map((ring) => `${names.get(spot(ring.getAttribute("transform")))} ${colourOf(ring)}`)
      .sort(),
    toldControl: told
      .flatMap(([name, , owner]) => (owner?.startsWith("controlled by ") ? [`${name} ${owner.slice(14).toLowerCase()}`] : []))
      .sort(),
    doomed: all("#board g.doomed")
      .map((cross) => names.get(spot(cross.getAttribute("transform"))) ?? "")
      .sort(),
    toldDoomed: told.flatMap(([name, ...rest]) => (rest.includes("would be captured") ? [name] : [])).sort(),
    tallies: all("#players .player").map((player) =>
      Object.fromEntries(all(".tallies div", player).map((tally) => [words(tally.querySelector("dt")), Number(words(tally.querySelector("dd")))])),
    ),
    people: all("#players .player").map((player) => words(player.querySelector("b"))),
    turns: all("#turn-list .text").map(words),
  };
}
