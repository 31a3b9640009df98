// What this browser remembers of how somebody likes to play. Works also where nothing may be stored.

/** @type {Map<string, string>} */
const kept = new Map();

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`thicket-${name}`) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}

/** @type {(name: string, value: string) => void} */
export function remember(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`thicket-${name}`, value);
  } catch {
    // Private windows may refuse: then it is remembered until the page is left.
  }
}

/** Whether a setting is on. @param {string} name */
export const isOn = (name) => recall(name) === "on";

/**
 * Brings the boxes of the settings to life: each is remembered, and is a class of the page while it is on.
 * @param {HTMLElement} root
 */
export function settings(root) {
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
