// What is said of a game that is on or over: its players and its turns. Pure.

import { list } from "./game.js";
import { isolate } from "./page.js";

/** @param {string} name */
export const aboutPlayer = (name) => `About ${name}`;
/** What kind of player it is, where there is little room. @param {number} level */
export const botInShort = (level) => `bot ${level}`;
export const OFFER_DRAW = "Offer a draw";
export const OFFER_END = "Offer to end the game";
/** @param {string} name */
export const askForSeat = (name) => `Ask for the seat of ${isolate(name)}`;
/** @param {string[]} cells */
export const captured = (cells) => `captures ${list(cells)}`;
export const TAKEN_BACK = "taken back";
export const SIDES_SWAPPED = "Sides swapped";
export const SHOW_AGAIN = " Show it again.";
export const WATCHING = "You are watching: all seats are taken.";
export const YOU_LEFT = "You left the game. You are watching.";
export const YOUR_TIME_RAN_OUT = "Your time ran out. You are watching.";
/** @type {(name: string, words: string) => string} what somebody did last */
export const latestTurn = (name, words) => `${isolate(name)}: ${words}`;

/** What somebody did last, and who took that side then. @type {(opener: string, words: string, taker: string) => string} */
export const sideTaken = (opener, words, taker) => `${latestTurn(opener, words)}. ${isolate(taker)} took this side.`;

/** What is said of an earlier turn that is looked at. @type {(number: number, words: string) => string} */
export const lookingBack = (number, words) => (number === 0 ? "Before the first turn." : `Turn ${number}. ${words}.`);
/** @type {(shown: number, plies: number) => string} */
export const whereInGame = (shown, plies) => `${shown} / ${plies}`;
