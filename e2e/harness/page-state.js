// What a table's page shows, in plain words: what is drawn, and what a screen reader is told.

/**
 * @typedef {object} BoardState
 * @property {string[]} pieces "d3 red token -": cell, colour, symbol, facing; sorted
 * @property {string[]} control "d4 red": which cells are controlled by whom; sorted
 * @property {string[]} labels "d3, Red's token": the label of each cell, without what is staged or threatened
 * @property {{ [name in string]: number }[]} tallies of each seat
 */

/**
 * @typedef {object} TableState
 * @property {BoardState} board
 * @property {string[]} doomed cells that are marked because their pieces would be captured
 * @property {string[]} doomedLabels cells whose labels say so
 * @property {string[]} players in the order of their seats
 * @property {string[]} turns in full spelling
 * @property {boolean} yourTurn whether the title of the tab says so
 */

/**
 * Reads the page. It runs in the page, so it uses nothing from outside.
 * @returns {TableState}
 */
export function readTable() {
  const all = (/** @type {string} */ selector, /** @type {ParentNode} */ root = document) => [...root.querySelectorAll(selector)];
  const numbers = (/** @type {string | null} */ text) => (text ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  const text = (/** @type {Element | null} */ element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const cells = all("#board [data-cell]").sort((a, b) => Number(a.getAttribute("data-cell")) - Number(b.getAttribute("data-cell")));
  const centres = cells.map((cell) => {
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (cell).getBBox();
    return [x + width / 2, y + height / 2];
  });
  const names = cells.map((cell) => cell.getAttribute("data-name") ?? "");
  /** Pieces of a stack are drawn a little beside the centre of their cell. @param {string | null} transform */
  const cellAt = (transform) => {
    const [x, y] = numbers(transform);
    const distances = centres.map(([left, top]) => Math.hypot(left - x, top - y));
    return names[distances.indexOf(Math.min(...distances))];
  };
  const colour = (/** @type {Element} */ element) => [...element.classList].filter((name) => !["piece", "control", "seat"].includes(name)).join();
  const piece = (/** @type {Element} */ place) => {
    const drawn = /** @type {SVGElement} */ (place.querySelector(".piece"));
    const [angle] = numbers(drawn.firstElementChild?.getAttribute("transform") ?? null);
    const facing = angle === undefined ? "-" : ((angle % 360) + 360) % 360;
    return `${cellAt(/** @type {SVGElement} */ (place).style.transform)} ${colour(drawn)} ${drawn.dataset.symbol} ${facing}`;
  };
  const labels = cells.map((cell) => (cell.getAttribute("aria-label") ?? "").split(", "));
  const passing = /^(not sent yet|given up|wanted|would be captured|pointing at .*)$/;
  const label = (/** @type {string} */ part) => part.replace(/ pointing at \w+/, "");
  return {
    board: {
      pieces: all("#board .place:not(.gone, .turning)").map(piece).sort(),
      control: all("#board .control")
        .map((ring) => `${cellAt(ring.getAttribute("transform"))} ${colour(ring)}`)
        .sort(),
      labels: labels.map((parts) =>
        parts
          .map(label)
          .filter((part) => !passing.test(part))
          .join(", "),
      ),
      tallies: all("#players .player").map((player) =>
        Object.fromEntries(all(".tallies div", player).map((tally) => [text(tally.querySelector("dt")), Number(text(tally.querySelector("dd")))])),
      ),
    },
    doomed: all("#board g.doomed")
      .map((cross) => cellAt(cross.getAttribute("transform")))
      .sort(),
    doomedLabels: labels.flatMap(([name, ...rest]) => (rest.includes("would be captured") ? [name] : [])).sort(),
    players: all("#players .player").map((player) => text(player.querySelector("b"))),
    turns: all("#turn-list a .text").map((turn) => turn.getAttribute("title") ?? ""),
    yourTurn: document.title.startsWith("● Your turn"),
  };
}
