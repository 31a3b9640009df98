// How somebody likes to play: each box is remembered, and is a class of the page while it is checked.

import { isOn, manner, remember } from "../storage.js";

export class Settings {
  static root = "settings";

  constructor() {
    const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("send-manner"));
    // A record has no turns to send.
    if (select) this.#manner(select);
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting]"))) {
      const name = box.dataset.setting ?? "";
      box.checked = isOn(name, box.defaultChecked);
      document.body.classList.toggle(name, box.checked);
      box.addEventListener("change", () => {
        remember(name, box.checked ? "on" : "off");
        document.body.classList.toggle(name, box.checked);
      });
    }
  }

  /** @param {HTMLSelectElement} select */
  #manner(select) {
    select.value = manner();
    select.addEventListener("change", () => remember("send", select.value));
  }

  update() {}
}
