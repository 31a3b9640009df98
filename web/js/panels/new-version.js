// A newer version of Thicket: the page is reloaded only on request, and staged steps are kept.

/** @import { Session, State } from "../model/session.js" */
import { byId } from "../dom.js";
import { forgetCopy, keptAt } from "../net/worker.js";
import { saveSteps, takeSavedSteps } from "../storage.js";

export class NewVersion {
  static root = "outdated";
  #root;
  #session;
  #replaces = false;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    const { code } = session.table;
    const kept = takeSavedSteps(code);
    if (kept) session.turn.restore(kept);
    this.#root = root;
    this.#session = session;
    byId("reload").addEventListener("click", () => this.#reload());
  }

  /** @param {State} state */
  update({ outdated }) {
    this.#root.hidden = !outdated;
    if (!outdated || keptAt() === 0 || this.#replaces) return;
    // A copy that is older than the server was only shown until the server could be reached.
    this.#replaces = true;
    void forgetCopy().then(() => this.#reload());
  }

  #reload() {
    const { turn, table } = this.#session;
    if (turn.ours) saveSteps(table.code, turn);
    location.reload();
  }
}
