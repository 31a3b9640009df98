// The home page: the lobby and one's own tables, kept up to date.

import { chosenLevel, rememberLevel } from "../chosen-level.js";
import { byId } from "../dom.js";
import { followLists } from "../net/lists.js";
import { startWorker } from "../net/worker.js";
import { levelInWords } from "../sentences/bots.js";
import { LiveList } from "./live-list.js";
import { ownTables } from "./own-tables.js";
import { showTimes } from "./reader-times.js";

const lists = { lobby: new LiveList(byId("lobby")), yours: ownTables() };
followLists("/lobby/socket", (list, version) => lists[list].changed(version));

const form = /** @type {HTMLFormElement} */ (byId("pie-rule").closest("form"));

// The level of bots that was chosen last, or the strongest of a game that has fewer.
const level = /** @type {HTMLSelectElement} */ (byId("level"));
level.addEventListener("change", () => rememberLevel(Number(level.value)));
const offerLevels = () => {
  const kind = form.querySelector('input[name="kind"]:checked');
  const levels = Number(kind?.getAttribute("data-levels"));
  const wanted = Math.min(chosenLevel() ?? Number(level.value), levels);
  const option = (/** @type {number} */ number) => new Option(levelInWords(number, levels), String(number), false, number === wanted);
  level.replaceChildren(...Array.from({ length: levels }, (_, at) => option(at + 1)));
};

// The pie rule is for two, so it is shown only where two are to play.
const offerPieRule = () => {
  const chosen = new FormData(form);
  byId("pie-rule").hidden = chosen.get(`seats-${chosen.get("kind")}`) !== "2";
};

for (const offer of [offerLevels, offerPieRule]) {
  form.addEventListener("change", offer);
  offer();
}

showTimes(document);
startWorker();
