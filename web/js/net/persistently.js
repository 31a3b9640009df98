// Requests that are sent again while their answers may have been lost.

import { Refused } from "./http.js";

/** The pauses before a request is sent again (milliseconds). */
const RETRY_PAUSES = [400, 800, 1_600, 3_000];
/** After these it may succeed, or has succeeded already. */
const PASSING = ["unreachable", "unavailable", "try_again", "unknown"];

/**
 * Sends a request again and again while the answer may have been lost: only for requests that may arrive twice.
 * @template T
 * @param {() => Promise<T>} request
 * @returns {Promise<T>}
 */
export async function persistently(request) {
  for (const pause of RETRY_PAUSES) {
    try {
      return await request();
    } catch (problem) {
      if (!(problem instanceof Refused) || !PASSING.includes(problem.code)) throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return request();
}
