// Measures how strong the bots are, and writes the table of docs/bots.md anew: `node scripts/strength.mjs [games]`. All budgets
// are numbers of positions, so that the same version of the code gives the same table on every machine. The table is
// written after every match: if this is stopped, it holds the matches that are done.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = new URL("../docs/bots.md", import.meta.url);
const [BEGIN, END] = ["<!-- strength: begin -->", "<!-- strength: end -->"];
const GAMES = Number(process.argv[2] ?? 40);
/** The program, if it is built already. */
const THICKET = process.env.THICKET;

/** Each game's level 5 with so many positions a turn as it looks at in a part of its two seconds. */
const BEST = { btt: "5@300000", bushka: "5@200000", antipode: "5@20000", bushwhacked: "5@15000", bushi: "5@10000" };
/** Matches at a table for two, and the points of 100 that are wanted. @param {string} best */
const pairs = (best) => [
  ["2", "1", 75],
  ["3", "2", 75],
  ["4", "3", 75],
  [best, "4", 75],
  [best, "greedy", 80],
  [best, "random", 99],
];
const TWO_SEATS = Object.entries(BEST).flatMap(([game, best]) => pairs(best).map((pair) => [game, 2, ...pair]));
const MATCHES = [...TWO_SEATS, ["bushwhacked", 4, "5@100000", "3", 60]];
const HEAD = "| game | seats | player | against | wanted | points of 100 | interval | games |\n| --- | --- | --- | --- | --- | --- | --- | --- |";

/** Plays one match. @param {(string | number)[]} match */
function play([game, seats, first, second]) {
  const args = ["arena", game, first, second, "--seats", seats, "--games", GAMES, "--threads", 1, "--json"].map(String);
  const [program, ...before] = THICKET ? [THICKET] : ["cargo", "run", "--quiet", "--release", "--"];
  return JSON.parse(execFileSync(program, [...before, ...args], { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }));
}

/** @param {number} share */
const points = (share) => (100 * share).toFixed(0);

/** @param {(string | number)[]} match */
function row(match) {
  const { game, seats, first, second, games, rate, low, high } = play(match);
  return `| ${game} | ${seats} | ${first} | ${second} | ${match[4]} | **${points(rate)}** | ${points(low)} to ${points(high)} | ${games} |`;
}

/** @param {string[]} rows */
function write(rows) {
  const [before, rest] = readFileSync(PAGE, "utf8").split(BEGIN);
  writeFileSync(PAGE, `${before}${BEGIN}\n${[HEAD, ...rows].join("\n")}\n${END}${rest.split(END)[1]}`);
}

const rows = [];
for (const match of MATCHES) {
  rows.push(row(match));
  console.log(rows.at(-1));
  write(rows);
}
