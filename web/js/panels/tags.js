// What is said of a player in a word, beside the name.

/** @import { PlayerView } from "../../protocol.js" */
import { h } from "../dom.js";
import { TAG } from "../sentences/page.js";

/** What kind of player it is, unless the usual one. @param {PlayerView | null} player */
export function kindTag(player) {
  return player && player.kind !== "member" ? TAG[player.kind] : "";
}

/** @type {(tags: (string | false | undefined)[]) => (Node | string)[]} */
export function tagList(tags) {
  return tags.flatMap((tag) => (tag ? [" ", h("small", { class: `tag ${tag}` }, tag)] : []));
}
