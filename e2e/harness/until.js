// Waiting for something that happens by itself.

import { setTimeout as sleep } from "node:timers/promises";

/** Long, so that a busy machine fails no test: waiting ends as soon as the check passes. */
const TIMEOUT = 60_000;
/** The pauses between two checks become longer: looking at a page takes time, which a busy machine has not. */
const SHORTEST = 20;
const LONGEST = 150;

/**
 * Repeats a check until it does not throw. After the timeout its last error is thrown.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {number} [timeout] milliseconds
 * @returns {Promise<T>}
 */
export async function until(check, timeout = TIMEOUT) {
  const deadline = Date.now() + timeout;
  for (let pause = SHORTEST; ; pause = Math.min(1.3 * pause, LONGEST)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(pause);
  }
}
