// The shape of a ribbon that shows how something was shared between seats, position by position. Pure.

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ seat: number, path: string, label: { x: number, y: number, thickness: number } }} Band */

/**
 * A band for each seat, the first seat at the top: how thick it is says what its share was.
 * @type {(shares: number[][], size: Size) => Band[]}
 */
export function bandsOf(shares, size) {
  const seats = shares[0]?.length ?? 0;
  return Array.from({ length: seats }, (_, index) => bandOf(shares, index, size));
}

/** How far from the left a position is. @type {(place: number, count: number, size: Size) => number} */
export const xOf = (place, count, { width }) => (count > 1 ? (place / (count - 1)) * width : width / 2);

/** The position nearest to a point. @type {(x: number, count: number, size: Size) => number} */
export const placeAt = (x, count, { width }) => Math.max(0, Math.min(count - 1, Math.round((x / width) * (count - 1))));

/** Places from left to right, moved apart as far as they would overlap. @type {(xs: number[], apart: number, size: Size) => number[]} */
export function spread(xs, apart, { width }) {
  const placed = [...xs];
  placed.forEach((x, at) => (placed[at] = Math.max(x, apart / 2, (placed[at - 1] ?? -Infinity) + apart)));
  for (let at = placed.length - 1; at >= 0; at -= 1) placed[at] = Math.min(placed[at], (placed[at + 1] ?? width + apart / 2) - apart);
  return placed;
}

/** @type {(shares: number[][], index: number, size: Size) => Band} */
function bandOf(shares, index, size) {
  const total = (/** @type {number[]} */ all, /** @type {number} */ count) => all.slice(0, count).reduce((sum, share) => sum + share, 0);
  const y = (/** @type {number[]} */ all, /** @type {number} */ count) => (total(all, count) / (total(all, all.length) || 1)) * size.height;
  const spans = shares.map((all, place) => ({ x: xOf(place, shares.length, size), top: y(all, index), bottom: y(all, index + 1) }));
  // A single position is as wide as the ribbon.
  const wide =
    spans.length > 1
      ? spans
      : spans.flatMap((span) => [
          { ...span, x: 0 },
          { ...span, x: size.width },
        ]);
  const points = [...wide.map(({ x, top }) => [x, top]), ...wide.toReversed().map(({ x, bottom }) => [x, bottom])];
  const path = `M${points.map((point) => point.map((part) => part.toFixed(1)).join(" ")).join("L")}z`;
  return { seat: index + 1, path, label: labelOf(spans, size) };
}

/** Where a band is thickest, a little away from the ends. @type {(spans: { x: number, top: number, bottom: number }[], size: Size) => Band["label"]} */
function labelOf(spans, { width }) {
  const inside = spans.filter(({ x }) => x >= 0.05 * width && x <= 0.95 * width);
  const { x, top, bottom } = (inside.length > 0 ? inside : spans).reduce((best, span) => (span.bottom - span.top > best.bottom - best.top ? span : best));
  return { x: Math.max(0.05 * width, Math.min(0.95 * width, x)), y: (top + bottom) / 2, thickness: bottom - top };
}
