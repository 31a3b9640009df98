// The key that leads to the next of our other tables where it is our turn.

import { setText } from "../dom.js";
import { listen, NEXT_TABLE_KEY } from "../keys.js";

export class NextTableKey {
  static root = "next-key";

  /** @param {HTMLElement} root where the key is named, in the link */
  constructor(root) {
    const link = /** @type {HTMLElement} */ (root.parentElement);
    link.dataset.key = NEXT_TABLE_KEY;
    link.setAttribute("aria-keyshortcuts", NEXT_TABLE_KEY);
    setText(root, NEXT_TABLE_KEY.toUpperCase());
    // A phone has no such key.
    root.hidden = !matchMedia("(hover: hover)").matches;
    listen(/** @type {HTMLElement} */ (link.parentElement));
  }

  update() {}
}
