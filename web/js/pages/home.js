// The home page: the lobby and one's own tables, kept up to date.

/** @import { LobbyView, TableRowView } from "../../protocol.js" */
import { byId, renderIfChanged, h, keepingFocus } from "../dom.js";
import { followLists } from "../net/lists.js";
import { GAMES_TO_WATCH, NO_OPEN_TABLES } from "../sentences/lists.js";
import { recall, remember } from "../storage.js";
import { OwnTables } from "./own-tables.js";

/** Where the assets of this page are. */
const assets = (document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "").replace(/\/icon(-turn)?\.svg$/, "");
const own = new OwnTables();
const lobby = byId("lobby");
followLists("/lobby/socket", (message) => {
  if (message.t === "turns") own.changed(message.tables, message.nudged);
  if (message.t === "lobby") keepingFocus(lobby, () => renderIfChanged(lobby, message.lobby, () => lists(message.lobby)));
});

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

/** @param {LobbyView} lobby */
function lists({ waiting, playing }) {
  const open = waiting.length > 0 ? rowsOf(waiting) : h("p", { class: "empty" }, NO_OPEN_TABLES);
  return playing.length > 0 ? [open, h("h3", {}, GAMES_TO_WATCH), rowsOf(playing)] : [open];
}

/** @param {TableRowView[]} tables */
const rowsOf = (tables) => h("ul", { class: "rows" }, ...tables.map(row));

/** The same as row.html. @param {TableRowView} table */
function row({ code, kind, title, people, seats, state, your_turn }) {
  const picture = h("img", { src: `${assets}/kinds/${kind}.picture.svg`, alt: "", width: 40, height: 40 });
  const free = people.length < seats;
  const places = Array.from({ length: free ? seats : 0 }, (_, at) => h("i", at < people.length ? { class: "taken" } : {}));
  const names = people.flatMap((name, at) => (at > 0 ? [", ", h("bdi", {}, name)] : [h("bdi", {}, name)]));
  const tag = h("span", { class: your_turn ? "tag mine" : "tag" }, state);
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/g/${code}` },
      picture,
      " ",
      h("b", {}, title),
      " ",
      h("span", { class: "people" }, ...names),
      " ",
      h("span", { class: "places", "aria-hidden": true }, ...places),
      " ",
      tag,
    ),
  );
}
