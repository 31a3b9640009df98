// How somebody likes to play at this device: each box is remembered, and is a class of the page while it is checked. Whatever else one
// can choose is on the page of the preferences, which opens in a dialog here.

/** @import { Session } from "../model/session.js" */
import { byId } from "../dom.js";
import { later } from "../net/later.js";
import { isOn, remember } from "../storage.js";

/** @type {() => Promise<typeof import("./preferences-dialog.js")>} */
const loadPreferences = later((again) => import(`./preferences-dialog.js${again}`));

export class Settings {
  static root = "settings";

  /**
   * @param {HTMLElement} _root
   * @param {Session} session
   */
  constructor(_root, session) {
    byId("open-preferences").addEventListener("click", (event) => {
      event.preventDefault();
      loadPreferences()
        .then(({ choosePreferences }) => choosePreferences())
        .catch(({ message }) => session.notify(message));
    });
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

  update() {}
}
