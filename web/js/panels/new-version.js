// A newer version of Thicket: the page is reloaded only on request, and staged steps are kept.

/** @import { Session, State } from "../model/session.js" */
import { byId } from "../dom.js";
import { saveSteps, takeSavedSteps } from "../storage.js";

export class NewVersion {
  static root = "outdated";
  #root;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    const { code } = session.table;
    const kept = takeSavedSteps(code);
    if (kept) session.turn.restore(kept);
    this.#root = root;
    byId("reload").addEventListener("click", () => {
      if (session.turn.ours) saveSteps(code, session.turn);
      location.reload();
    });
  }

  /** @param {State} state */
  update({ outdated }) {
    this.#root.hidden = !outdated;
  }
}
