// What is said of turns that were played while the reader was not looking. Pure.

/** Of so many turns all are told; of more the last ones. */
export const MAX_TOLD = 6;

/** @type {(count: number, turns: string[]) => string} each turn with the name of its player */
export const sinceYouLooked = (count, turns) => `${count} turns since you looked: ${count > turns.length ? "… " : ""}${turns.join("; ")}.`;
