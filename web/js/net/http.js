// Requests to the server besides the socket: JSON there and back, and every failure a sentence for people.

/** @import { RefusalCode } from "../../protocol.js" */
import { UNREACHABLE } from "../sentences/page.js";

/** A request that was not followed; its message is a sentence for people. */
export class Refused extends Error {
  /**
   * @param {RefusalCode | "unreachable"} code
   * @param {string} sentence
   */
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

/**
 * Posts JSON, and returns the JSON of the answer; null if the answer has none.
 * @param {string} path
 * @param {object} [body]
 */
export function post(path, body) {
  const headers = body ? { "Content-Type": "application/json" } : undefined;
  return send(path, { method: "POST", headers, body: body && JSON.stringify(body) });
}

/** Gets JSON. @param {string} path */
export const get = (path) => send(path);

/** @type {(path: string, options?: RequestInit) => Promise<any>} */
async function send(path, options) {
  const response = await fetch(path, options).catch(() => null);
  if (response?.status === 204) return null;
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer) return answer;
  throw new Refused(answer?.code ?? "unreachable", answer?.sentence ?? UNREACHABLE);
}

/** The sentence for people of something that was thrown. @param {unknown} problem */
export const sentenceOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

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
