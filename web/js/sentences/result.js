// What is said of a result and a rematch. Pure.

import { isolate } from "./page.js";

export const RESULT = "Result";
export const PLACE = "Place";
export const PLAYER = "Player";
export const RATING = "Rating";
export const WHAT_COUNTS = "What counts";
/** How a rating changed by a game. @type {(before: number, after: number) => string} */
export const ratingChange = (before, after) => `${Math.round(before)} → ${Math.round(after)}`;

export const YOU_WITH_CAPITAL = "You";
export const REMATCH = "Rematch";
/** @param {string} name */
export const joinRematch = (name) => `Join the rematch with ${isolate(name)}`;
/** @param {string} name */
export const watchRematch = (name) => `Watch the rematch with ${isolate(name)}`;
/** @param {string} name */
export const rematchProposed = (name) => `${isolate(name)} proposes a rematch.`;
