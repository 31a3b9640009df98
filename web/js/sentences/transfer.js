// What is said when a seat goes to another device, in complete sentences.

import { isolate } from "./page.js";

/** @param {string} name */
export const transferQuestion = (name) => `Take ${isolate(name)}’s seat on this device?`;
export const TRANSFER_DECLINED = "You are watching. The link stays valid for a while.";
/** @param {string} name */
export const seatTaken = (name) => `You are now playing as ${isolate(name)} on this device.`;
export const LINK_CANCELLED = "The link has been cancelled.";
/** @param {string} time */
export const validUntil = (time) => `until ${time}`;
/** @param {string} title of the game */
export const transferTitle = (title) => `My seat at ${title} on Thicket`;

export const WHOSE_SEAT_MOVES = "Whose seat goes on to another device?";
export const CONTINUE = "Continue on another device";
/** @param {string} name */
export const moveSeat = (name) => `${isolate(name)} goes on with another device`;
