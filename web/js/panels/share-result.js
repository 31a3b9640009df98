// After the game, beside the rematch: a picture of the result for others. How it is shared is loaded when it is wanted.

/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { later } from "../net/later.js";
import { UNREACHABLE } from "../sentences/page.js";

/** @type {() => Promise<typeof import("./share-picture.js")>} */
const loadSharing = later((again) => import(`./share-picture.js${again}`));

export class ShareResult {
  static root = "after-game";
  #root;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    const said = byId("share-said");
    byId("share-result").addEventListener("click", async () => {
      try {
        setText(said, await (await loadSharing()).sharePicture(session));
      } catch {
        setText(said, UNREACHABLE);
      }
    });
  }

  /** @param {State} state */
  update({ table }) {
    this.#root.hidden = table.phase !== "over";
  }
}
