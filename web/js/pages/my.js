// The page of one's own tables, kept up to date.

import { byId } from "../dom.js";
import { followLists } from "../net/lists.js";
import { startWorker } from "../net/worker.js";
import { ownTables } from "./own-tables.js";
import { TimesLeft } from "./times-left.js";

const times = new TimesLeft(byId("yours"));
const yours = ownTables(() => times.fetched());
followLists("/my/socket", (_list, version) => yours.changed(version));
startWorker();
