// Measures how strong the bots are, and writes the table of docs/bots.md anew: `node scripts/strength.mjs [games]`. All budgets
// are numbers of positions, so that the same version of the code gives the same table on every machine.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = new URL("../docs/bots.md", import.meta.url);
const [BEGIN, END] = ["<!-- strength: begin -->", "<!-- strength: end -->"];
const GAMES = Number(process.argv[2] ?? 40);

/** Level 5 with so many positions a turn as it looks at in a part of its two seconds. */
const BEST = "5@20000";
/** Matches at a table for two, and the points of 100 that are wanted. */
const PAIRS = [
  ["2", "1", 75],
  ["3", "2", 75],
  ["4", "3", 75],
  [BEST, "4", 75],
  [BEST, "random", 99],
  [BEST, "greedy", 80],
];
const TWO_SEATS = ["bushwhacked", "bushi", "bushka", "antipode", "btt"].flatMap((game) => PAIRS.map((pair) => [game, 2, ...pair]));
const MATCHES = [...TWO_SEATS, ["bushwhacked", 4, "5@5000", "3", 60]];

/** Plays one match. @param {(string | number)[]} match */
function play([game, seats, first, second]) {
  const args = ["arena", game, first, second, "--seats", seats, "--games", GAMES, "--json"].map(String);
  const command = ["run", "--quiet", "--release", "--", ...args];
  return JSON.parse(execFileSync("cargo", command, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }));
}

/** @param {number} share */
const points = (share) => (100 * share).toFixed(0);

const rows = MATCHES.map((match) => {
  const result = play(match);
  const { game, seats, first, second, games, rate, low, high } = result;
  const row = `| ${game} | ${seats} | ${first} | ${second} | ${match[4]} | **${points(rate)}** | ${points(low)} to ${points(high)} | ${games} |`;
  console.log(row);
  return row;
});
const head = "| game | seats | player | against | wanted | points of 100 | interval | games |\n| --- | --- | --- | --- | --- | --- | --- | --- |";
const [before, rest] = readFileSync(PAGE, "utf8").split(BEGIN);
const after = rest.split(END)[1];
writeFileSync(PAGE, `${before}${BEGIN}\n${[head, ...rows].join("\n")}\n${END}${after}`);
