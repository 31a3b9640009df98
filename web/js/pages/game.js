// The page of a table where the game is on, and of a record.

import { openTable } from "../panels/open-table.js";
import { PLAYING } from "../panels/playing.js";

openTable(PLAYING);
