// Putting a text on the clipboard.

import { h } from "./dom.js";

/** Copies a text, also where the page came over plain http and scripts have no clipboard. Resolves with whether it is done. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "unseen" }, text);
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
