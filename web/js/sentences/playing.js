// What is said of a game that is on or over: its players and its turns. Pure.

import { isolate } from "./page.js";

/** @param {string} name */
export const aboutPlayer = (name) => `About ${name}`;
/** What kind of player it is, where there is little room. @param {number} level */
export const botInShort = (level) => `bot ${level}`;
export const OFFER_DRAW = "Offer a draw";
export const OFFER_END = "Offer to end the game";
/** @param {string} name */
export const askForSeat = (name) => `Ask for the seat of ${isolate(name)}`;
export const TAKEN_BACK = "taken back";
export const SHOW_AGAIN = " Show it again.";
export const YOU_LEFT = "You left the game. You are watching.";
export const YOUR_TIME_RAN_OUT = "Your time ran out. You are watching.";
/** @type {(name: string, words: string) => string} what somebody did last */
export const latestTurn = (name, words) => `${isolate(name)}: ${words}`;
/** @type {(shown: number, plies: number) => string} */
export const whereInGame = (shown, plies) => `${shown} / ${plies}`;
