// What is said of a game that is on or over: its players, its turns, its result and its rematch. Pure.

/** @import { EndingView } from "../../protocol.js" */
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

// Replay, result and rematch.

/** How a drop is written in the list of turns. */
export const DROPS = { resignation: "leaves", time: "out of time", away: "away for too long" };
/** @type {(shown: number, plies: number) => string} */
export const whereInGame = (shown, plies) => `${shown} / ${plies}`;

/** @type {{ [reason in EndingView["reason"]]: string }} */
export const ENDING_REASON = {
  rules: "The game is over.",
  resignation: "All others have left the game.",
  time: "Time ran out.",
  away: "The others agreed to go on without whoever was away.",
  agreement: "The players agreed on a draw.",
  abandoned: "Nobody played for 30 days, so the board was scored as it stood.",
  scored: "The players agreed to end the game and score the board as it stood.",
};
/** @type {(name: string, words: string) => string} why a game is over: what somebody did, or what came about */
export const endRule = (name, words) => `${name ? `${isolate(name)} ` : ""}${words}.`;
export const PLACE = "Place";
export const PLAYER = "Player";
export const RATING = "Rating";
export const WHAT_COUNTS = "What counts";
/** How a rating changed by a game. @type {(before: number, after: number) => string} */
export const ratingChange = (before, after) => `${Math.round(before)} → ${Math.round(after)}`;

export const REMATCH = "Rematch";
/** @param {string} name */
export const joinRematch = (name) => `Join the rematch with ${isolate(name)}`;
/** @param {string} name */
export const watchRematch = (name) => `Watch the rematch with ${isolate(name)}`;
/** @param {string} name */
export const rematchProposed = (name) => `${isolate(name)} proposes a rematch.`;
