// Waiting for what comes by itself.

import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 12_000;

/**
 * Checks again and again until nothing is thrown; the last complaint is thrown when patience ends.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {number} [patience] milliseconds
 * @returns {Promise<T>}
 */
export async function until(check, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (complaint) {
      if (Date.now() > end) throw complaint;
    }
    await sleep(20);
  }
}
