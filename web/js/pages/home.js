// The home page: the lobby and one's own tables, kept up to date.

import { byId } from "../dom.js";
import { followLists } from "../net/lists.js";
import { recall, remember } from "../storage.js";
import { LiveList } from "./live-list.js";
import { ownTables } from "./own-tables.js";

const lists = { lobby: new LiveList(byId("lobby")), yours: ownTables() };
followLists("/lobby/socket", (list, version) => lists[list].changed(version));

// The level and the number of opponents that were chosen last.
const bots = /** @type {HTMLFormElement} */ (document.querySelector("form.bots"));
for (const [name, kept] of [
  ["level", "bot-level"],
  ["opponents", "bot-opponents"],
]) {
  const choice = /** @type {RadioNodeList} */ (bots.elements.namedItem(name));
  choice.value = recall(kept) ?? choice.value;
  bots.addEventListener("change", () => remember(kept, choice.value));
}
