// What is said of a position for practice. Pure.

export const PRACTICE_UNREACHABLE = "Thicket cannot be reached at the moment. Trying again…";
export const ONE_TURN = "One turn is clearly better than all others.";
export const FOUND = "Yes, that is the turn.";
export const MISSED = "Not this one. Try another turn.";
/** @type {(turn: string, why: string) => string} */
export const answerIs = (turn, why) => `The best turn: ${turn}${why ? ` – it ${why}` : ""}.`;
