// The small picture of a number that a game counts, if it has one.

/** @import { KindView } from "../../protocol.js" */
import { h, svg } from "../dom.js";

/** @type {(kind: KindView, name: string) => SVGElement | null} */
export function tallySign(kind, name) {
  const id = `${kind.name}-tally-${name.replaceAll(" ", "-")}`;
  if (document.getElementById(id) === null) return null;
  const picture = svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#${id}`, x: -0.5, y: -0.5, width: 1, height: 1 }));
  return picture;
}

/** What each sign means. @param {KindView} kind */
export function legend(kind) {
  const entries = kind.tallies.flatMap((name) => {
    const sign = tallySign(kind, name);
    return sign ? [h("span", {}, sign, ` ${name}`)] : [];
  });
  return entries.length > 0 ? [h("span", { class: "legend" }, ...entries.flatMap((entry) => [entry, " "]))] : [];
}
