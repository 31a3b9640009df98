#!/usr/bin/env node
// A bot for Thicket: it plays at every table where it has a seat, and sits down wherever it is invited.
//
//     THICKET_TOKEN=thicket_… node examples/bot.mjs https://thicket.example [random]
//
// It needs nothing but Node. With `random` it plays any legal turn; otherwise it tries steps and counts the pieces on the board.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const server = process.argv[2].replace(/\/$/, "");
const token = process.env.THICKET_TOKEN;
const onlyRandom = process.argv.includes("random");
/** Of the steps that are legal so many are tried, so that no turn takes long. */
const TRIED = 12;

/** What was refused: asking again does not help. */
class Refused extends Error {}

/** Opens an answer. While the server is away or busy it is asked again: with the same key nothing is done twice. */
async function connect(path, body, key) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  if (key) headers["idempotency-key"] = key;
  const options = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  for (;;) {
    const answer = await fetch(server + path, options).catch(() => null);
    if (answer?.ok) return answer;
    if (answer && answer.status !== 429 && answer.status < 500) throw new Refused(await answer.text());
    await sleep(1000 * (Number(answer?.headers.get("retry-after")) || 0.5));
  }
}

/** The JSON of an answer, asked for again if the connection breaks before all of it has come. */
async function ask(path, body, key) {
  for (;;) {
    const answer = await connect(path, body, key);
    try {
      return await answer.json();
    } catch {
      await sleep(500);
    }
  }
}

/** How a position looks for a seat: the pieces that it has more than the others have together. */
function value(position, seat) {
  const owners = position.diagram.pieces.map(([, piece]) => piece.seat).filter((owner) => owner !== null);
  return 2 * owners.filter((owner) => owner === seat).length - owners.length;
}

function shuffled(list) {
  return list.map((item) => [Math.random(), item]).sort(([one], [other]) => one - other).map(([, item]) => item);
}

/** The steps of a turn, found one after the other. */
async function choose(game, turns, seat) {
  const steps = [];
  for (;;) {
    const position = await ask("/api/positions", { ...game, turns, steps });
    if (steps.length === 0 && position.to_move !== seat) return null;
    if (steps.length > 0 && position.complete) return steps;
    const legal = shuffled(position.legal).slice(0, TRIED);
    if (onlyRandom || legal.length === 1) {
      steps.push(legal[0]);
      continue;
    }
    const after = legal.map((step) => ask("/api/positions", { ...game, turns, steps: [...steps, step] }));
    const values = (await Promise.all(after)).map((tried) => value(tried, seat));
    steps.push(legal[values.indexOf(Math.max(...values))]);
  }
}

/** Plays a turn at a table. */
async function play(code, me) {
  const { table, kind } = await ask(`/api/tables/${code}`);
  const seat = table.chairs.findIndex((chair) => chair?.id === me) + 1;
  if (table.phase !== "playing" || seat === 0) return;
  const game = { game: kind.name, seats: table.chairs.length, variant: kind.variant };
  const turns = table.plies.map((ply) => ply.text);
  const steps = await choose(game, turns, seat);
  if (!steps) return;
  await ask(`/api/tables/${code}/commands`, { turn: table.turn, command: { t: "play", steps } }, randomUUID());
  console.log(`${code}: ${steps}`);
}

async function* lines(answer) {
  let rest = "";
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    yield* parts.filter((line) => line !== "").map((line) => JSON.parse(line));
  }
}

/** Follows all tables until the stream ends. */
async function follow(me) {
  for await (const news of lines(await connect("/api/stream"))) {
    if (news.t === "end") return;
    try {
      if (news.place === "invited") await ask(`/api/tables/${news.code}/seat`, {});
      else if (news.your_turn) await play(news.code, me);
    } catch (error) {
      // Something has changed meanwhile: the stream tells of that, too.
      if (!(error instanceof Refused)) throw error;
      console.error(`${news.code}: ${error.message}`);
    }
  }
}

const me = await ask("/api/token");
console.log(`Playing as ${me.name}`);
for (;;) {
  await follow(me.id).catch((error) => {
    if (error instanceof Refused) throw error;
  });
  await sleep(500);
}
