// One's own tables on a page with lists: counted in the title and the icon of the tab, and heard when the others nudge.

import { byId } from "../dom.js";
import { sound } from "../panels/sounds.js";
import { appBadge } from "../panels/app-badge.js";
import { favicon } from "../panels/favicon.js";
import { isChosen } from "../preferences.js";
import { tabCount } from "../sentences/lists.js";
import { LiveList } from "./live-list.js";

/** The list of one's own tables on this page. @param {() => void} [fetched] called when the server has made it again */
export function ownTables(fetched = () => {}) {
  const root = byId("yours");
  const { title } = document;
  /** @type {string[]} the tables where the others have nudged us */
  let nudged = [];
  const count = () => {
    const turns = Number(root.dataset.turns);
    document.title = tabCount(turns, title);
    favicon(turns > 0);
    appBadge(turns);
    const before = nudged;
    nudged = (root.dataset.nudged ?? "").split(" ").filter(Boolean);
    return nudged.some((code) => !before.includes(code));
  };
  count();
  return new LiveList(root, () => {
    fetched();
    if (count() && isChosen("sound-mine", "on")) sound("mine");
  });
}
