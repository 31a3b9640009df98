// What this browser remembers: settings for good, and staged steps until the page has been reloaded. Works also where
// nothing may be stored, for as long as the page is open.

/** @type {Map<string, string>} */
const remembered = new Map();

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`thicket-${name}`) ?? remembered.get(name) ?? null;
  } catch {
    return remembered.get(name) ?? null;
  }
}

/** @type {(name: string, value: string) => void} */
export function remember(name, value) {
  remembered.set(name, value);
  try {
    localStorage.setItem(`thicket-${name}`, value);
  } catch {
    // Private windows may refuse.
  }
}

/** Whether a setting is on. @type {(name: string, byDefault?: boolean) => boolean} */
export const isOn = (name, byDefault = false) => (recall(name) ?? (byDefault ? "on" : "off")) === "on";

/** How many names of tables and people are remembered: the latest ones. */
const MAX_NAMES = 200;

/** A small table that is remembered, as entries, the oldest first. @type {(name: string) => [string, number][]} */
function recallEntries(name) {
  try {
    const entries = JSON.parse(recall(name) ?? "[]");
    return Array.isArray(entries) ? entries.filter((entry) => Array.isArray(entry) && typeof entry[0] === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers an entry, or forgets it. @type {(name: string, key: string, value: number | null) => void} */
function rememberEntry(name, key, value) {
  const others = recallEntries(name).filter(([other]) => other !== key);
  const entries = value === null ? others : [...others, [key, value]];
  remember(name, JSON.stringify(entries.slice(-MAX_NAMES)));
}

/** The people whose lines are not shown in this browser. */
export const mutedPeople = () => new Set(recallEntries("muted").map(([id]) => id));

/** Hides or shows the lines of somebody. @type {(id: string, muted: boolean) => void} */
export const mute = (id, muted) => rememberEntry("muted", id, muted ? 1 : null);

/** The number of the last line that was read at a table. @param {string} code */
export const lastRead = (code) => Number(recallEntries("read").find(([other]) => other === code)?.[1]) || 0;

/** Notes how far the chat of a table was read. @type {(code: string, n: number) => void} */
export const markRead = (code, n) => rememberEntry("read", code, n);

/** @typedef {{ number: number, steps: string[] }} StagedSteps the steps, and how many plies the game had */

const STAGED_KEY = "thicket-staged";

/** Keeps the steps that are staged at a table while its page is reloaded. @type {(code: string, turn: StagedSteps) => void} */
export function saveSteps(code, { number, steps }) {
  try {
    sessionStorage.setItem(STAGED_KEY, JSON.stringify({ code, number, steps }));
  } catch {
    // Then the steps have to be entered again.
  }
}

/**
 * The steps that were staged at this table before the page was reloaded. They are given back once.
 * @param {string} code
 * @returns {StagedSteps | null}
 */
export function takeSavedSteps(code) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STAGED_KEY) ?? "null");
    sessionStorage.removeItem(STAGED_KEY);
    return kept?.code === code && Array.isArray(kept.steps) ? kept : null;
  } catch {
    return null;
  }
}

const TYPED = "thicket-typed";

/** Keeps what is being typed while the page is loaded again. */
export function saveTyped() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#name, #chat-text, #chat-name"));
  const typed = [...fields].map(({ id, value }) => [id, value]);
  try {
    sessionStorage.setItem(TYPED, JSON.stringify([location.pathname, document.activeElement?.id, typed]));
  } catch {
    // Then it has to be typed again.
  }
}

/** Puts it back, once, into the fields that are there; what belongs into others waits for them. */
export function restoreTyped() {
  try {
    const [path, focused, typed] = JSON.parse(sessionStorage.getItem(TYPED) ?? "[]");
    sessionStorage.removeItem(TYPED);
    if (path !== location.pathname) return;
    const waiting = [];
    for (const [id, value] of typed) {
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
      if (!field && value !== "") waiting.push([id, value]);
      if (field) field.value = value;
      field?.dispatchEvent(new Event("input"));
      if (id === focused) field?.focus();
    }
    if (waiting.length > 0) sessionStorage.setItem(TYPED, JSON.stringify([path, "", waiting]));
  } catch {
    // It was nothing that this version keeps.
  }
}

/** Loads the page again where it cannot show the table any more. What is being typed is kept. */
export function reload() {
  saveTyped();
  location.reload();
}
