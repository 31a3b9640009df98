// The page of a table where the game is on.

import { openTable } from "../panels/open-table.js";
import { LATER_IN_GAME, PLAYING } from "../panels/playing.js";

openTable(PLAYING, LATER_IN_GAME);
