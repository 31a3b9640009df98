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

/** Whether links go to the share sheet of the device: on phones and tablets that have one. */
export const hasSheet = () => "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** Gives a link to the share sheet, or copies it. Resolves with whether it was copied; null if it went to the sheet. @type {(title: string, url: string) => Promise<boolean | null>} */
export async function giveLink(title, url) {
  if (!hasSheet()) return copyText(url);
  // Whoever closes the sheet has decided not to.
  await navigator.share({ title, url }).catch(() => {});
  return null;
}
