// Measures how strong the bots are, and writes the table of docs/bots.md anew: `node scripts/strength.mjs [games] [game]`. All budgets
// are numbers of positions, so that the same version of the code gives the same table on every machine. A row is written after every
// match: if this is stopped, the rows of other matches are those of before.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = new URL("../docs/bots.md", import.meta.url);
const [BEGIN, END] = ["<!-- strength: begin -->", "<!-- strength: end -->"];
/** As many as tell a step from one that is seven points larger or smaller. */
const GAMES = Number(process.argv[2] ?? 150);
/** Only this one is measured. */
const GAME = process.argv[3];
/** The program, if it is built already. */
const THICKET = process.env.THICKET;

/** Each game's last level, and how many positions it is given here: as many as it looks at in its two seconds, or a part of them where
 * a match would take too long. @type {[string, number, number][]} */
const LEVELS = [
  ["btt", 5, 1_000_000],
  ["bushka", 10, 2_000_000],
  ["antipode", 10, 2_200_000],
  ["bushwhacked", 13, 1_200_000],
  ["bushi", 12, 400_000],
];

/** @typedef {[game: string, seats: number, first: string, second: string, wanted: string]} Pair */

/** Matches at a table for two, and the points of 100 that are wanted. @type {(levels: [string, number, number]) => Pair[]} */
function pairs([game, last, positions]) {
  const best = `${positions}~0`;
  const step = (/** @type {number} */ level) => pair(level === last ? best : `${level}`, `${level - 1}`, "65 to 80");
  const pair = (/** @type {string} */ first, /** @type {string} */ second, /** @type {string} */ wanted) =>
    /** @type {Pair} */ ([game, 2, first, second, wanted]);
  const steps = Array.from({ length: last - 1 }, (_, at) => step(at + 2));
  return [pair("1", "random", "90"), pair("1", "greedy", "25"), ...steps, pair(best, "greedy", "80 or more")];
}

const MATCHES = LEVELS.filter(([game]) => !GAME || game === GAME).flatMap(pairs);
const HEAD = "| game | seats | player | against | wanted | points of 100 | interval | games |\n| --- | --- | --- | --- | --- | --- | --- | --- |";

/** Plays one match. @param {Pair} match */
function play([game, seats, first, second]) {
  const args = ["arena", game, first, second, "--seats", seats, "--games", GAMES, "--threads", 1, "--json"].map(String);
  const [program, ...before] = THICKET ? [THICKET] : ["cargo", "run", "--quiet", "--release", "--"];
  return JSON.parse(execFileSync(program, [...before, ...args], { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }));
}

/** @param {number} share */
const points = (share) => (100 * share).toFixed(0);

/** The beginning of the row of a match, by which it is found again. @param {Pair} match */
const label = ([game, seats, first, second, wanted]) => `| ${game} | ${seats} | ${first} | ${second} | ${wanted} |`;

/** @param {Pair} match */
function row(match) {
  const { games, rate, low, high } = play(match);
  return `${label(match)} **${points(rate)}** | ${points(low)} to ${points(high)} | ${games} |`;
}

/** Writes a row in the place of the one of before, or at the end. @param {Pair} match */
function measure(match) {
  const measured = row(match);
  console.log(measured);
  const [before, rest] = readFileSync(PAGE, "utf8").split(BEGIN);
  const [table, after] = rest.split(END);
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !HEAD.includes(line));
  const place = rows.findIndex((line) => line.startsWith(label(match)));
  rows.splice(place < 0 ? rows.length : place, place < 0 ? 0 : 1, measured);
  writeFileSync(PAGE, `${before}${BEGIN}\n${[HEAD, ...rows].join("\n")}\n${END}${after}`);
}

MATCHES.forEach(measure);
