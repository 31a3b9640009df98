// A few words beside a cell of the board, where the eye is.

/** Below this distance from the upper edge of the board the words stand under the cell (pixels). */
const ROOM = 44;

/** Shows an element at a cell, or hides it. @type {(words: HTMLElement, cell: Element | null) => void} */
export function placeBeside(words, cell) {
  if (words.hidden && cell === null) return;
  words.hidden = cell === null;
  if (cell === null) return;
  const [frame, box] = [/** @type {HTMLElement} */ (words.offsetParent).getBoundingClientRect(), cell.getBoundingClientRect()];
  const half = words.offsetWidth / 2;
  const middle = Math.max(half + 2, Math.min(frame.width - half - 2, box.left + box.width / 2 - frame.left));
  const above = box.top - frame.top > ROOM;
  words.style.left = `${middle - half}px`;
  words.style.top = above ? `${box.top - frame.top - words.offsetHeight - 6}px` : `${box.bottom - frame.top + 6}px`;
}
