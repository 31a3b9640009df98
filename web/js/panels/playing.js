// The panels of a game that is on or over.

import { playsBotsAlone } from "../model/room.js";
import { Announcer } from "./announcer.js";
import { Away } from "./away.js";
import { Clocks } from "./clocks.js";
import { Composer } from "./composer.js";
import { Device } from "./device.js";
import { Hint } from "./hint.js";
import { late } from "./late.js";
import { Latest } from "./latest.js";
import { LeaveToBot } from "./leave-to-bot.js";
import { Offers } from "./offers.js";
import { Players } from "./players.js";
import { Rematch } from "./rematch.js";
import { Replay } from "./replay.js";
import { Resign } from "./resign.js";
import { Result } from "./result.js";
import { TurnList } from "./turn-list.js";

// Those that most pages do without, until the game is over at the earliest.
const LateBestTurn = late("best-turn", playsBotsAlone, async (again) => (await import(`./best-turn.js${again}`)).BestTurn);
const LateReview = late("review", ({ table }) => table.phase === "over", async (again) => (await import(`./review.js${again}`)).Review);
const LateFromHere = late("from-here", ({ table, seats }) => table.phase === "over" || seats.length === 0, async (again) => (await import(`./from-here.js${again}`)).FromHere);

/** In the order in which they are shown. */
export const PLAYING = [
  Players,
  // Into the cards that the players' panel has made.
  Clocks,
  Offers,
  Away,
  // After the one whose buttons it joins.
  LeaveToBot,
  Resign,
  Device,
  Hint,
  // The result takes room from the list of turns, which comes after it and keeps its present turn in sight.
  Result,
  Rematch,
  LateReview,
  Replay,
  LateFromHere,
  Latest,
  Composer,
  LateBestTurn,
  TurnList,
  Announcer,
];
