// Keyboard shortcuts: each button that a game offers has a letter of its own label.

/** The key that leads to the next table where it is our turn. */
export const NEXT_TABLE_KEY = "n";

/**
 * A letter for each button, no two the same: the first letter of its label that is free.
 * @param {[string, string][]} buttons names and labels
 * @returns {Map<string, string>} by name
 */
export function lettersOf(buttons) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  const used = new Set([NEXT_TABLE_KEY]);
  for (const [name, words] of buttons) {
    const letter = [...words.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !used.has(letter));
    if (letter === undefined) continue;
    used.add(letter);
    letters.set(name, letter);
  }
  return letters;
}

/**
 * Presses the button or the link whose shortcut is typed. Keys typed into a field, and Enter on a button, belong to these.
 * @param {HTMLElement} root
 */
export function listen(root) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const on = event.target instanceof Element ? event.target : document.body;
    if (on.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
    if (event.key === "Enter" && on.closest("button, a, summary, [role=button]")) return;
    const key = event.key === "Backspace" ? "Escape" : event.key;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-key]:not([hidden])"));
    const button = [...buttons].find((button) => button.dataset.key === (key.length === 1 ? key.toLowerCase() : key));
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}
