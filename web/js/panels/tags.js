// What is said of a player in a word, beside the name.

/** @import { PlayerView } from "../../protocol.js" */
import { h } from "../dom.js";
import { botOf, botOfLevel, TAG } from "../sentences/page.js";

/** What kind of player it is, unless the usual one. @param {PlayerView | null} player */
export function kindTag(player) {
  if (!player || player.kind === "member") return "";
  if (player.owner) return botOf(player.owner);
  return player.level ? botOfLevel(player.level) : TAG[player.kind];
}

/** The name of a player: those who have an account have a profile that it leads to. @type {(player: PlayerView | null, name: string) => HTMLElement} */
export function profileLink(player, name) {
  const words = h("bdi", {}, name);
  return player?.kind === "member" || player?.owner ? h("a", { href: `/@${encodeURIComponent(name)}` }, words) : words;
}

/** @type {(tags: (string | false | undefined)[]) => (Node | string)[]} */
export function tagList(tags) {
  return tags.flatMap((tag) => (tag ? [" ", h("small", { class: `tag ${tag.split(",")[0]}` }, tag)] : []));
}
