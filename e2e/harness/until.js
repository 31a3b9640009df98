// Waiting for something that happens by itself.

import { setTimeout as sleep } from "node:timers/promises";

/** Long, so that a busy machine fails no test: waiting ends as soon as the check passes. */
const TIMEOUT = 60_000;

/**
 * Repeats a check until it does not throw. After the timeout its last error is thrown.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {number} [timeout] milliseconds
 * @returns {Promise<T>}
 */
export async function until(check, timeout = TIMEOUT) {
  const deadline = Date.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(20);
  }
}
