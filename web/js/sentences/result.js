// What is said of a result and a rematch. Pure.

import { isolate } from "./page.js";

export const PLACE = "Place";
export const PLAYER = "Player";
export const RATING = "Rating";
export const WHAT_COUNTS = "What counts";
/** How a rating changed by a game. @type {(before: number, after: number) => string} */
export const ratingChange = (before, after) => `${Math.round(before)} → ${Math.round(after)}`;

export const YOU_WITH_CAPITAL = "You";
/** What comes after the name of a player, for whoever that is: "placed your last stone". @param {string} words */
export const saidOfYou = (words) => words.replace("was dropped", "were dropped").replace(" their ", " your ");
export const REMATCH = "Rematch";
/** @param {string} name */
export const joinRematch = (name) => `Join the rematch with ${isolate(name)}`;
/** @param {string} name */
export const watchRematch = (name) => `Watch the rematch with ${isolate(name)}`;
/** @param {string} name */
export const rematchProposed = (name) => `${isolate(name)} proposes a rematch.`;
