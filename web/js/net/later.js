// What a page loads when it is first needed.

import { NEW_VERSION, UNREACHABLE } from "../sentences/page.js";
import { Refused } from "./http.js";

/** How long something may take that is loaded (milliseconds): in a tunnel a request may wait for ever. */
const PATIENCE = 20_000;

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
    loading ??= inTime(load(failures > 0 ? `?${failures}` : "")).catch((problem) => {
      loading = null;
      failures += 1;
      // A script of a newer version wants something of this page that it does not have.
      throw problem instanceof SyntaxError ? new Refused("version", NEW_VERSION) : new Refused("unreachable", UNREACHABLE);
    });
    return loading;
  };
}

/** @template T @param {Promise<T>} loading @returns {Promise<T>} */
function inTime(loading) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it takes too long")), PATIENCE);
    loading.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
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
