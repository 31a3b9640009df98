// What is said of a game that is explored. Pure.

import { isolate } from "./page.js";

/** @param {string} name */
export const turnOf = (name) => `${isolate(name)}’s turn.`;
export const OVER_HERE = "The game is over in this position.";
/** @param {string} ending such as "Ann wins" */
export const wouldEnd = (ending) => `${ending}.`;
export const BEGINNING = "Start";
/** @param {number} number */
export const turnNumber = (number) => `Turn ${number}`;
export const IN_THE_GAME = "In the game:";
export const NOTHING_TRIED = "None yet. Choose a cell on the board.";
export const TOO_LONG = "These are too many turns for a link.";
export const COPY_FROM_ADDRESS = "Please copy the address of this page.";
