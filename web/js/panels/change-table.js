// The button for what the host may change before the start.

/** @import { Session, State } from "../model/session.js" */
import { sentenceOf } from "../net/http.js";
import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./table-dialog.js")>} */
const loadTableDialog = later((again) => import(`./table-dialog.js${again}`));

export class ChangeTable {
  static root = "change-table";
  #root;
  #session;
  /** @type {import("./table-dialog.js").TableDialog | null} */
  #dialog = null;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    root.addEventListener("click", () => void this.#open());
  }

  /** @type {(state: State, previous: State | null) => void} */
  update({ table, you }, previous) {
    const isHost = table.phase === "waiting" && you !== null && table.host === you.id && table.chairs.some((player) => player?.id === you.id);
    this.#root.hidden = !isHost;
    this.#dialog?.update(isHost, JSON.stringify(table.chairs) !== JSON.stringify(previous?.table.chairs));
  }

  async #open() {
    try {
      const { TableDialog } = await loadTableDialog();
      this.#dialog ??= new TableDialog(this.#session);
      this.#dialog.open();
    } catch (problem) {
      this.#session.commands.cannotSit(sentenceOf(problem));
    }
  }
}
