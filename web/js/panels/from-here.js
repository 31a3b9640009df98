// What leads on from the position that is shown: trying other turns there, going on with it at a new table, and its link.

/** @import { Session, State } from "../model/session.js" */
import { giveLink, hasSheet } from "../copy.js";
import { byId, setText } from "../dom.js";
import { toMoveAfter } from "../model/room.js";
import { COPIED, COPY_BY_KEYS } from "../sentences/page.js";
import { SHARE_TURN, shareTitle } from "../sentences/share.js";

export class FromHere {
  static root = "from-here";
  #root;
  /** @type {HTMLAnchorElement} */
  #explore = byId("explore-here");
  /** @type {HTMLAnchorElement} */
  #continue = byId("continue-here");
  #copy = byId("copy-here");
  #said = byId("copied-here");

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    if (hasSheet()) setText(this.#copy, SHARE_TURN);
    this.#copy.addEventListener("click", async () => {
      const copied = await giveLink(shareTitle(session.kind.title), `${session.page.link}?turn=${session.view.ply}`);
      this.#said.textContent = copied === null ? "" : copied ? COPIED : COPY_BY_KEYS;
    });
  }

  /** @type {(state: State, previous: State | null) => void} */
  update({ table, ply, seats, dropped }, previous) {
    const over = table.phase === "over";
    this.#root.hidden = !over && (table.phase !== "playing" || seats.length > 0 || table.only_watch === true);
    this.#copy.hidden = !over;
    // Nobody can go on for a seat that had left by then.
    this.#continue.hidden = !over || toMoveAfter(table, ply) === null || dropped.size > 0;
    this.#continue.href = `/g/${table.code}/continue?turn=${ply}`;
    this.#explore.href = `/g/${table.code}/explore?at=${ply}`;
    if (ply !== previous?.ply) this.#said.textContent = "";
  }
}
