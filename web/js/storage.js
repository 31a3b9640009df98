// A new version of the page: loaded only when somebody asks for it, and what was staged is there afterwards.

/** @typedef {{ number: number, steps: string[] }} Kept */

const KEY = "thicket-staged";

/** @type {(code: string, turn: Kept) => void} */
export function keep(code, turn) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ code, number: turn.number, steps: turn.steps }));
  } catch {
    // Where nothing may be stored, the steps have to be entered again.
  }
}

/**
 * What was staged at this table before the page was loaded anew.
 * @param {string} code
 * @returns {Kept | null}
 */
export function kept(code) {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    return found?.code === code && Array.isArray(found.steps) ? found : null;
  } catch {
    return null;
  }
}
