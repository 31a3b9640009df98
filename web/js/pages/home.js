// The home page: the lobby and one's own tables, kept up to date.

import { byId } from "../dom.js";
import { followLists } from "../net/lists.js";
import { startWorker } from "../net/worker.js";
import { recall, remember } from "../storage.js";
import { LiveList } from "./live-list.js";
import { ownTables } from "./own-tables.js";
import { showTimes } from "./reader-times.js";

const lists = { lobby: new LiveList(byId("lobby")), yours: ownTables() };
followLists("/lobby/socket", (list, version) => lists[list].changed(version));

// The level of bots that was chosen last.
const level = /** @type {HTMLSelectElement} */ (byId("level"));
level.value = recall("bot-level") ?? level.value;
level.addEventListener("change", () => remember("bot-level", level.value));

// The pie rule is for two, so it is shown only where two are to play.
const form = /** @type {HTMLFormElement} */ (byId("pie-rule").closest("form"));
const showPieRule = () => {
  const chosen = new FormData(form);
  byId("pie-rule").hidden = chosen.get(`seats-${chosen.get("kind")}`) !== "2";
};
form.addEventListener("change", showPieRule);
showPieRule();

showTimes(document);
startWorker();
