// What is said while a turn is composed. Pure.

export const SENDING = "Sending your turn…";
export const SENT_LATER = "Will be sent when you are back online.";
export const LEAVING = "Your turn is about to be sent.";
export const SEND_NOW = "Send now";
export const SEND_TURN = "Send turn";
export const UNDO = "Undo";
/** By the pie rule, after the first turn. */
export const TAKE_SIDE = "Take this side";
/** @param {string} cell */
export const placeOn = (cell) => `Place on ${cell}`;
/** @param {string} cell */
export const chooseCell = (cell) => `Choose ${cell}`;
/** @param {string} cell */
export const moveOnto = (cell) => `Move to ${cell}`;
/** @param {string[]} steps */
export const turnSoFar = (steps) => (steps.length > 0 ? `Your turn so far: ${steps.join(", ")}. ` : "");
/** @param {string[]} steps */
export const yourTurnIs = (steps) => `Your turn: ${steps.join(", ")}.`;
/** A question to the player. @type {(ask: string, cell: string) => string} `cell` was clicked last */
export const asking = (ask, cell) => ask.replace("{}", cell);
/** @type {(complete: boolean, effects: string) => string} */
export const forecast = (complete, effects) => effects && `${complete ? "With this turn" : "If the turn ended now"}: ${effects}.`;
