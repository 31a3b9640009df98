// What is said of a result and a rematch. Pure.

/** @import { EndingView } from "../../protocol.js" */
import { isolate } from "./page.js";

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
