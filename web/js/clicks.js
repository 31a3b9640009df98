// The tree of clicks that the server sent, and the way taken in it. Pure: the tree is all that is known of the rules.

/** @import { ClicksView } from "./protocol.js" */

/** @typedef {{ [key in string]?: ClicksView }} Branches */

/**
 * What can be touched after some clicks: by number of cell or name of button.
 * @param {ClicksView} tree
 * @param {string[]} path
 * @returns {Branches}
 */
export function branches(tree, path) {
  let here = tree;
  for (const click of path) here = typeof here === "string" ? {} : (here[click] ?? {});
  return typeof here === "string" ? {} : here;
}

/**
 * Whether a click is a touch of the board: buttons have names, cells have numbers.
 * @param {string} click
 */
export function isCell(click) {
  return /^\d+$/.test(click);
}

/**
 * The cells that can be touched now.
 * @param {Branches} level
 * @returns {Set<number>}
 */
export function cellsOf(level) {
  return new Set(Object.keys(level).filter(isCell).map(Number));
}

/**
 * The buttons that can be pressed now, in the order in which the game names them.
 * @param {Branches} level
 * @param {[string, string][]} buttons
 */
export function buttonsOf(level, buttons) {
  return buttons.filter(([name]) => level[name] !== undefined);
}

/**
 * All steps that can be entered, for those who type.
 * @param {ClicksView} tree
 * @returns {string[]}
 */
export function stepsOf(tree) {
  if (typeof tree === "string") return [tree];
  return Object.values(tree).flatMap((branch) => (branch === undefined ? [] : stepsOf(branch)));
}
