// The page of one's own tables, kept up to date.

import { byId } from "../dom.js";
import { listen } from "../keys.js";
import { followLists } from "../net/lists.js";
import { startWorker } from "../net/worker.js";
import { ownTables } from "./own-tables.js";
import { TimesLeft } from "./times-left.js";

// The first table has the key that leads on from there.
listen(byId("yours"));
const times = new TimesLeft(byId("yours"));
const yours = ownTables(() => times.fetched());
followLists("/my/socket", (_list, version) => yours.changed(version));
startWorker();
