// The panels that are only needed before a game has started.

import { ChangeTable } from "./change-table.js";
import { Chairs } from "./chairs.js";
import { Countdown } from "./countdown.js";
import { Share } from "./share.js";
import { Terms } from "./terms.js";

/** In the order in which they are shown. */
export const BEFORE_START = [Terms, Chairs, ChangeTable, Countdown, Share];
