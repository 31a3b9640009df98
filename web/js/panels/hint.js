// A line for those who play a game for the first time, until they have read it.

import { recall, remember } from "./settings.js";

/**
 * @param {string} kind
 * @param {() => boolean} wanted whether there is anybody who plays
 * @returns {() => void} to be called when that may have changed
 */
export function hint(kind, wanted) {
  const element = document.getElementById("hint");
  if (!element || recall(`hint-${kind}`) === "read") return () => {};
  let read = false;
  element.querySelector("button")?.addEventListener("click", () => {
    read = true;
    element.hidden = true;
    remember(`hint-${kind}`, "read");
  });
  return () => void (element.hidden = read || !wanted());
}
