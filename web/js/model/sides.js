// At which side of the board each player sits, as it is rotated on the screen. Pure.

/** @typedef {"bottom" | "left" | "top" | "right"} Side */
/** @typedef {{ side: Side, at: number, of: number }} Place number `at` of `of` players at that side, clockwise from 0 */

/** @type {Side[]} clockwise */
const SIDES = ["bottom", "left", "top", "right"];

/**
 * The places of the seats. `rotations` says for each seat how the board is rotated clockwise to put it at the bottom. If all
 * are the same, since the board looks the same from everywhere, the seats are spread around it.
 * @param {number[]} rotations
 * @param {number} now by how many degrees the board is rotated
 * @param {number} me the seat at the bottom of a board that looks the same from everywhere; 0 for the first
 * @returns {Place[]}
 */
export function placesOf(rotations, now, me = 0) {
  const same = rotations.every((degrees) => degrees === rotations[0]);
  const round = rotations.map((degrees, index) => (same ? ((index - Math.max(me - 1, 0)) * 360) / rotations.length : now - degrees));
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
