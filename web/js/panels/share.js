// The link of the table: copied, given to the share sheet of the device, or read off the screen.

/** @import { Session, State } from "../model/session.js" */
import { copyText } from "../copy.js";
import { COPIED, COPY_BY_KEYS } from "../sentences/page.js";
import { shareTitle } from "../sentences/share.js";

export class Share {
  static root = "share";
  #root;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, { page }) {
    this.#root = root;
    shareLink(root)({ title: shareTitle(page.kind.title), url: page.link });
  }

  /** @param {State} state */
  update({ chair, table }) {
    this.#root.hidden = chair < 0 || !table.chairs.includes(null);
  }
}

/**
 * Makes the buttons beside a link work. Returns how to show a link there.
 * @param {HTMLElement} root
 */
export function shareLink(root) {
  const field = /** @type {HTMLInputElement} */ (root.querySelector("input"));
  const said = /** @type {HTMLElement} */ (root.querySelector("[data-said]"));
  const [copyButton, sheetButton] = /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("button"));
  let shown = { title: "", url: "" };
  field.addEventListener("focus", () => field.select());
  copyButton.hidden = false;
  copyButton.addEventListener("click", async () => {
    const copied = await copyText(field.value);
    if (!copied) field.select();
    said.textContent = copied ? COPIED : COPY_BY_KEYS;
  });
  sheetButton.hidden = !("share" in navigator);
  (sheetButton.hidden ? copyButton : sheetButton).classList.add("strong");
  sheetButton.addEventListener("click", () => void navigator.share(shown).catch(() => {}));
  return (/** @type {{ title: string, url: string }} */ link) => {
    shown = link;
    field.value = link.url;
    said.textContent = "";
  };
}
