// Who sits at which side of the board, as it is turned on the screen. Pure.

/** @typedef {"bottom" | "left" | "top" | "right"} Side */
/** @typedef {{ side: Side, at: number, of: number }} Place the how-manieth of how many at that side, clockwise */

/** @type {Side[]} clockwise */
const SIDES = ["bottom", "left", "top", "right"];

/**
 * The places of the seats. `turned` says for each seat how the board is turned clockwise so that it sits at the bottom.
 * Where a game does not say, since its board is the same for all, the seats sit round it one after the other.
 * @param {number[]} turned
 * @param {number} now by how many degrees the board is turned
 * @param {number} me the seat at the bottom of a board that is the same for all; 0 for the first
 * @returns {Place[]}
 */
export function placesOf(turned, now, me = 0) {
  const same = turned.every((degrees) => degrees === turned[0]);
  const round = turned.map((degrees, index) =>
    same ? ((index - Math.max(me - 1, 0)) * 360) / turned.length : now - degrees,
  );
  const angles = round.map((angle) => ((angle % 360) + 360) % 360);
  // A corner belongs to the side that comes after it.
  const sides = angles.map((angle) => SIDES[Math.round((angle - 1) / 90 + 4) % 4]);
  return sides.map((side, index) => {
    const others = angles.map((angle, other) => ({ angle, other })).filter(({ other }) => sides[other] === side);
    // Clockwise from the corner where the side begins.
    const along = (/** @type {number} */ angle) => (angle - 90 * SIDES.indexOf(side) + 45 + 360) % 360;
    others.sort((a, b) => along(a.angle) - along(b.angle));
    return { side, at: others.findIndex(({ other }) => other === index), of: others.length };
  });
}
