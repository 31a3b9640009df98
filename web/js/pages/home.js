// The home page: the lobby and one's own tables, kept up to date.

import { byId } from "../dom.js";
import { followLists } from "../net/lists.js";
import { startWorker } from "../net/worker.js";
import { recall, remember } from "../storage.js";
import { LiveList } from "./live-list.js";
import { ownTables } from "./own-tables.js";

const lists = { lobby: new LiveList(byId("lobby")), yours: ownTables() };
followLists("/lobby/socket", (list, version) => lists[list].changed(version));

// The level of bots that was chosen last.
const level = /** @type {HTMLSelectElement} */ (byId("level"));
level.value = recall("bot-level") ?? level.value;
level.addEventListener("change", () => remember("bot-level", level.value));

startWorker();
