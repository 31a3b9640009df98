// What lies over the board while a device goes from hand to hand: the next player uncovers it.

import { h, setText } from "../dom.js";
import { TAP_TO_GO_ON, turnOf } from "../sentences/device.js";

/** @type {HTMLDialogElement | null} */
let cover = null;

/** Covers the page until whoever is named goes on. @param {string} name */
export function coverFor(name) {
  const shown = cover ?? made();
  setText(/** @type {Element} */ (shown.querySelector("b")), turnOf(name));
  if (!shown.open) shown.showModal();
}

/** The page is shown again. */
export function uncover() {
  cover?.close();
}

function made() {
  const go = h("button", { autofocus: true }, h("b", { id: "cover-turn" }), h("span", {}, TAP_TO_GO_ON));
  cover = h("dialog", { id: "cover", "aria-labelledby": "cover-turn" }, h("form", { method: "dialog" }, go));
  document.body.append(cover);
  return cover;
}
