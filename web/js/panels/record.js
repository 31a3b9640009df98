// The panels of a game that is over. What a turn is composed, offered and sent with is not among them.

import { Announcer } from "./announcer.js";
import { FromHere } from "./from-here.js";
import { LatestTurn } from "./latest-turn.js";
import { Menus } from "./menus.js";
import { NEXT_TABLE } from "./next-table.js";
import { NOTE } from "./note-later.js";
import { Players } from "./players.js";
import { Rematch } from "./rematch.js";
import { Replay } from "./replay.js";
import { Result } from "./result.js";
import { Review } from "./review.js";
import { ShareResult } from "./share-result.js";
import { TurnList } from "./turn-list.js";

/** In the order in which they are shown. */
export const RECORD = [Players, Menus, Result, ShareResult, Rematch, Review, Replay, FromHere, LatestTurn, TurnList, Announcer];

/** What is loaded when it is wanted. */
export const LATER_IN_RECORD = [NEXT_TABLE, NOTE];
