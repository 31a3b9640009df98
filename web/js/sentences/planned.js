// What is said at the table of what a player has planned. Pure.

export const CHANGE_PLAN = "Change";
export const FORGET_PLAN = "Forget";
export const CLOSE_NOTE = "Close";
/** @param {string} turn */
export const plannedTurn = (turn) => `You have planned ${turn}.`;
/** @param {number} count */
export const plannedAnswers = (count) => (count === 1 ? "You have planned an answer to one turn." : `You have planned answers to ${count} turns.`);
