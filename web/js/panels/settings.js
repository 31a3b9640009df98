// How somebody likes to play: each box is remembered, and is a class of the page while it is checked.

import { isOn, remember } from "../storage.js";

export class Settings {
  static root = "settings";

  /** @param {HTMLElement} root */
  constructor(root) {
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[data-setting]"))) {
      const name = box.dataset.setting ?? "";
      box.checked = isOn(name);
      document.body.classList.toggle(name, box.checked);
      box.addEventListener("change", () => {
        remember(name, box.checked ? "on" : "off");
        document.body.classList.toggle(name, box.checked);
      });
    }
  }

  update() {}
}
