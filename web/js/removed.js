// Whether the host of a table has removed us, which is kept while the browser is open.

const REMOVED_KEY = "thicket-removed";
/** For how long the server lets nobody sit down again whom the host has removed (milliseconds). */
const REMOVED_FOR = 600_000;

/** Notes that the host of a table has removed us: also when the page is loaded again, nobody invites us. @param {string} code */
export function noteRemoved(code) {
  try {
    sessionStorage.setItem(`${REMOVED_KEY}-${code}`, String(Date.now()));
  } catch {
    // Then the server says so to whoever tries.
  }
}

/** Whether we were removed from a table a short while ago. @param {string} code */
export function wasRemoved(code) {
  try {
    return Date.now() - Number(sessionStorage.getItem(`${REMOVED_KEY}-${code}`)) < REMOVED_FOR;
  } catch {
    return false;
  }
}
