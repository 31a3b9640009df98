// The page of a game that is over.

import { openTable } from "../panels/open-table.js";
import { LATER_IN_RECORD, RECORD } from "../panels/record.js";

openTable(RECORD, LATER_IN_RECORD);
