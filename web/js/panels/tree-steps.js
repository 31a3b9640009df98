// Going through the tree of turns that are tried or planned, by keys and by the buttons beside the board.

/** @import { Explorer, Tried } from "../model/explorer.js" */
import { byId } from "../dom.js";
import { endOf } from "../model/explorer.js";

/** What each button does, as a key. */
const STEP_BUTTONS = { first: "Home", back: "ArrowLeft", forward: "ArrowRight", newest: "End" };

/** Listens to the keys and buttons. @type {(explorer: Explorer, go: (tried: Tried) => void) => void} */
export function stepThroughTree(explorer, go) {
  const goBy = (/** @type {string} */ key) => {
    const to = leadsTo(explorer, key);
    if (to && to !== explorer.shown) go(to);
    return to !== undefined;
  };
  for (const [id, key] of Object.entries(STEP_BUTTONS)) byId(id).addEventListener("click", () => goBy(key));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if (goBy(event.key)) event.preventDefault();
  });
}

/** Where a key leads to from the position on the screen: back, on, or to another turn in its place. @type {(explorer: Explorer, key: string) => Tried | undefined} */
function leadsTo({ shown, root }, key) {
  const beside = shown.before?.next ?? [];
  const place = beside.indexOf(shown);
  switch (key) {
    case "Home":
      return root;
    case "End":
      return endOf(shown);
    case "ArrowLeft":
      return shown.before ?? undefined;
    case "ArrowRight":
      return shown.next[0];
    case "ArrowUp":
      return beside[place - 1];
    case "ArrowDown":
      return beside[place + 1];
    default:
      return undefined;
  }
}
