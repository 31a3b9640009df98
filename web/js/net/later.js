// What a page loads when it is first needed.

import { UNREACHABLE } from "../sentences/page.js";
import { Refused } from "./http.js";

/**
 * Loads something once. If that fails, it throws with a sentence for people, and the next time it is fetched again, under
 * another address: browsers may remember that a module could not be loaded.
 * @template T
 * @param {(again: string) => Promise<T>} load `again` is to be added to the address
 * @returns {() => Promise<T>}
 */
export function later(load) {
  /** @type {Promise<T> | null} */
  let loading = null;
  let failures = 0;
  return () => {
    loading ??= load(failures > 0 ? `?${failures}` : "").catch(() => {
      loading = null;
      failures += 1;
      throw new Refused("unreachable", UNREACHABLE);
    });
    return loading;
  };
}

/** Adds a style sheet to the page. Resolves once it applies. @type {(address: string) => Promise<void>} */
export function addStyles(address) {
  const link = document.createElement("link");
  return new Promise((resolve, reject) => {
    link.rel = "stylesheet";
    link.href = address;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error("a style sheet could not be loaded"));
    });
    document.head.append(link);
  });
}
