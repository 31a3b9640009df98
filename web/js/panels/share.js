// Handing on the link of the table: copied, by the share sheet of the device, or read off the screen.

/**
 * Copies a text, also where the page came over plain http and there is no clipboard for scripts.
 * @param {HTMLInputElement} field the field that shows the text
 */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/**
 * Brings the buttons beside the link to life; returns how to show another link there.
 * @param {HTMLElement} root
 * @param {{ title: string, url: string }} what
 */
export function share(root, what) {
  const field = /** @type {HTMLInputElement} */ (root.querySelector("input"));
  const said = /** @type {HTMLElement} */ (root.querySelector("[data-said]"));
  const [copier, sheet] = /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("button"));
  let shown = what;
  const show = (/** @type {typeof what} */ now) => {
    shown = now;
    field.value = now.url;
    said.textContent = "";
  };
  show(what);
  field.addEventListener("focus", () => field.select());
  copier.hidden = false;
  copier.addEventListener("click", async () => {
    said.textContent = (await copy(field)) ? "Copied." : "Press Ctrl+C to copy the link.";
  });
  sheet.hidden = !("share" in navigator);
  sheet.addEventListener("click", () => void navigator.share(shown).catch(() => {}));
  return show;
}
