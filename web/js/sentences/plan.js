// What is said of what a player plans. Pure.

import { isolate } from "./page.js";

export const PRESENT = "Now";
export const PLAN_THIS = "Plan this turn";
/** @param {string} name */
export const turnToAnswer = (name) => `If ${isolate(name)} plays …`;
export const YOUR_ANSWER = "… you play:";
export const YOUR_NEXT_TURN = "Your next turn:";
/** @param {string} turn */
export const nextTurnIs = (turn) => `Your next turn: ${turn}.`;
export const CHOOSE_CONDITION = "Cells that have to stay:";
export const NOTHING_PLANNED = "Nothing yet. Choose a cell on the board.";
export const NOT_SAVED = "Not saved yet.";
export const SAVED = "Saved. It is played when your turn comes.";
export const FORGOTTEN = "Nothing is planned any more.";
export const WITHOUT_ANSWER = "Turns without an answer of yours are not kept.";
/** @param {string} turn */
export const notLegalNow = (turn) => `You have planned ${turn}, which is not legal as the board is now.`;
export const NO_CONDITION = "None: the turn is played if it is legal.";
/** @param {string} cell */
export const withoutCell = (cell) => `Remove ${cell}`;
