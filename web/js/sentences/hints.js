// What is said of a hint: the turn, and why. Pure.

/** @import { ChangeView, SuggestionView, KindView } from "../../protocol.js" */
/** @import { Diagram } from "../model/timeline.js" */
import { percent } from "./game.js";
import { describeEffects, summarizePly } from "./plies.js";

export const LOOKING_FOR_HINT = "Looking for the best turn…";

/** The turn, and what it captures or brings under control; else what it leaves its player with. @type {(kind: KindView, before: Diagram, hint: SuggestionView) => string} */
export function hintWords(kind, before, { ply, chances }) {
  const turn = summarizePly(kind, { ...ply, changes: withoutCaptures(ply.changes) });
  const effects = describeEffects(kind, before, ply.changes, ply.seat);
  return `Hint: ${turn} – ${effects || `it leaves you with the best chance, about ${percent(chances[ply.seat - 1] ?? 0)}`}.`;
}

/** Captures are told apart from the turn, and so is what is put in the place of captured pieces. @param {ChangeView[]} changes */
function withoutCaptures(changes) {
  const taken = new Set(changes.flatMap((change) => (change.c === "taken" ? [change.cell] : [])));
  return changes.filter((change) => change.c !== "taken" && !(change.c === "put" && taken.has(change.cell)));
}
