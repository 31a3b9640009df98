// The page of a game that is over.

import { openTable } from "../panels/open-table.js";
import { RECORD } from "../panels/record.js";

openTable(RECORD);
