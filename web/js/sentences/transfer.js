// What is said when a seat goes to another device, in complete sentences.

import { isolate } from "./page.js";

/** @param {string} name */
export const transferQuestion = (name) => `Take ${isolate(name)}’s seat on this device?`;
export const PLAYED_HERE_ONLY = "You will play this seat here, and no longer on the other device.";
export const TAKE_SEAT = "Take the seat";
export const TRANSFER_DECLINED = "You are watching. The link stays valid for a while.";
/** @param {string} name */
export const seatTaken = (name) => `You are now playing as ${isolate(name)} on this device.`;

export const WHOSE_SEAT_MOVES = "Whose seat moves to another device?";
export const CONTINUE = "Continue on another device";
/** @param {string} name */
export const moveSeat = (name) => `${isolate(name)} continues on another device`;
/** @param {string} time until when the link works */
export const scanOrOpen = (time) =>
  `Scan this code with the other device or open the link there, and take the seat. It works once, until ${time}. Anyone who opens it can take the seat, so do not share it.`;
export const QR_CODE = "QR code with this link";
export const LINK_FOR_SEAT = "The link for the seat";
export const DONE = "Done";
export const CANCEL_LINK = "Cancel link";
export const LINK_CANCELLED = "The link has been cancelled.";
/** @param {string} title of the game */
export const transferTitle = (title) => `My seat at ${title} on Thicket`;
