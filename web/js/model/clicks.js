// The tree of clicks that the server sent, and the path taken in it. Pure: the tree is all the page knows of the rules.

/** @import { ClicksView } from "../../protocol.js" */

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
 * Whether a click is on a cell: cells have numbers, buttons have names.
 * @param {string} click
 */
export function isCell(click) {
  return /^\d+$/.test(click);
}

/**
 * The step that some clicks enter; null if they enter none yet.
 * @param {ClicksView} tree
 * @param {string[]} path
 */
export function stepAt(tree, path) {
  const last = branches(tree, path.slice(0, -1))[path.at(-1) ?? ""];
  return typeof last === "string" ? last : null;
}

/**
 * Whether a click continues a path, or may replace one of its clicks.
 * @type {(tree: ClicksView, path: string[], click: string) => boolean}
 */
export function fits(tree, path, click) {
  return [...path.keys(), path.length].some((length) => branches(tree, path.slice(0, length))[click] !== undefined);
}

/**
 * The path after one more click. A click that does not continue the path may replace the latest earlier choice that it fits;
 * what was chosen after that stays as far as possible. A click on the last choice takes it back, and a click that fits
 * nowhere takes back a cell, but leaves a button pressed.
 * @type {(tree: ClicksView, path: string[], click: string) => string[]}
 */
export function follow(tree, path, click) {
  const fits = (/** @type {number} */ length) => branches(tree, path.slice(0, length))[click] !== undefined;
  let length = path.length;
  while (length >= 0 && !fits(length)) length -= 1;
  if (length === path.length) return [...path, click];
  const last = path.at(-1);
  if (click === last || (length < 0 && last !== undefined && isCell(last))) return path.slice(0, -1);
  if (length < 0) return path;
  const other = [...path.slice(0, length), click];
  const rest = path.slice(length + 1);
  const stays = rest.findIndex((_, at) => leadsNowhere(tree, [...other, ...rest.slice(0, at + 1)]));
  return [...other, ...rest.slice(0, stays < 0 ? rest.length : stays)];
}

/** @type {(tree: ClicksView, path: string[]) => boolean} */
function leadsNowhere(tree, path) {
  return Object.keys(branches(tree, path)).length === 0;
}

/**
 * The buttons that were offered where the path took one, and that lead on: whether each is the one that was chosen.
 * @type {(tree: ClicksView, path: string[]) => { [name in string]?: boolean }}
 */
export function modesOf(tree, path) {
  const at = path.findIndex((click) => !isCell(click));
  if (at < 0) return {};
  const level = Object.entries(branches(tree, path.slice(0, at)));
  return Object.fromEntries(level.flatMap(([name, next]) => (isCell(name) || typeof next === "string" ? [] : [[name, name === path[at]]])));
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
 * @param {{ [name in string]?: unknown }} level
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
