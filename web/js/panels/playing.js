// The panels of a game that is on or over.

import { Announcer } from "./announcer.js";
import { Away } from "./away.js";
import { BestTurn } from "./best-turn.js";
import { Clocks } from "./clocks.js";
import { Composer } from "./composer.js";
import { Device } from "./device.js";
import { FromHere } from "./from-here.js";
import { Hint } from "./hint.js";
import { Latest } from "./latest.js";
import { LeaveToBot } from "./leave-to-bot.js";
import { Offers } from "./offers.js";
import { Players } from "./players.js";
import { Rematch } from "./rematch.js";
import { Replay } from "./replay.js";
import { Resign } from "./resign.js";
import { Result } from "./result.js";
import { Review } from "./review.js";
import { TurnList } from "./turn-list.js";

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
  Review,
  Replay,
  FromHere,
  Latest,
  Composer,
  BestTurn,
  TurnList,
  Announcer,
];
