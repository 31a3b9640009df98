// What is said of players who are away. Pure.

import { isolate } from "./page.js";

/** For how long somebody is away, in the largest unit that fits. @param {number} ms */
export function duration(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
/** @type {(name: string, time: string) => string} the player to move is not here */
export const awayFor = (name, time) => `${isolate(name)} has been away for ${time}.`;
export const NUDGE = "Nudge";
export const NUDGED = "Nudged";
/** @param {string} name */
export const botInsteadOf = (name) => `Let a bot play for ${isolate(name)}`;
/** @param {string} name */
export const goOnWithout = (name) => `Go on without ${isolate(name)}`;
