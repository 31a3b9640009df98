// Asking for the review of a game: it is made on the server if it was not made before, and that takes a while.

/** @import { ReviewProgress, ReviewView } from "../../protocol.js" */
import { UNREACHABLE } from "../sentences/page.js";
import { get, persistently, Refused } from "./http.js";

/** @typedef {Extract<ReviewProgress, { t: "looking" | "refining" }>} UnderWay */
/**
 * @typedef {object} Waiting
 * @property {AbortSignal} signal ends the waiting, and the work on the server if nobody else waits for it
 * @property {(told: UnderWay) => void} progress told how far it has come, and of the review after a first look
 */

/** The review of a game that is over. @type {(code: string, waiting: Waiting) => Promise<ReviewView>} */
export async function reviewOf(code, waiting) {
  const path = `/g/${code}/review`;
  const kept = await get(path);
  if (kept) return kept;
  await persistently(() => reviewMade(path, waiting));
  return get(path);
}

/** Has it made. @type {(path: string, waiting: Waiting) => Promise<void>} */
async function reviewMade(path, { signal, progress }) {
  const response = await fetch(path, { method: "POST", signal }).catch((problem) => interrupted(problem, signal));
  if (!response.ok || !response.body) {
    const answer = await response.json().catch(() => null);
    throw new Refused(answer?.code ?? "unreachable", answer?.sentence ?? UNREACHABLE);
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read().catch((problem) => interrupted(problem, signal));
    if (done) throw new Refused("unreachable", UNREACHABLE);
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      /** @type {ReviewProgress} */
      const told = JSON.parse(line);
      if (told.t === "ready") return;
      if (told.t === "failed") throw new Refused("unavailable", told.sentence);
      progress(told);
    }
  }
}

/** The connection was lost, unless somebody has cancelled it. @type {(problem: unknown, signal: AbortSignal) => never} */
function interrupted(problem, signal) {
  throw signal.aborted ? problem : new Refused("unreachable", UNREACHABLE);
}
