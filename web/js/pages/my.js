// The page of one's own tables, kept up to date.

import { followLists } from "../net/lists.js";
import { startWorker } from "../net/worker.js";
import { ownTables } from "./own-tables.js";

const yours = ownTables();
followLists("/my/socket", (_list, version) => yours.changed(version));
startWorker();
