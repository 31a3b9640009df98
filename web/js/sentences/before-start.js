// What is said before the start. Pure.

/** @import { Starter } from "../../protocol.js" */
import { list } from "./game.js";
import { isolate } from "./page.js";

// Before the start.

export const STAND_UP = "Stand up";
export const ADD_BOT = "Add a bot…";
export const ADD_SOMEBODY = "Add somebody here";
/** @param {string} name */
export const standsUp = (name) => `${isolate(name)} stands up`;
/** @param {string} name of the player on whose device somebody sits */
export const withPlayer = (name) => `with ${name}`;
export const REMOVE = "Remove";
export const START = "Start the game";
const STARTING = "Starting…";

/** @param {string} name empty while none is typed */
export const joinAs = (name) => (name === "" ? "Join" : `Join as ${isolate(name)}`);
/** @type {(host: string | undefined, game: string) => string} */
export const invitation = (host, game) => (host === undefined ? `Join this game of ${game}` : `${isolate(host)} invites you to ${game}`);
export const TABLE_FULL = "All seats are taken. You are watching.";
export const REMOVED_HERE = "The host removed you. You can watch, and take a seat again after ten minutes.";
/** @param {string} name */
export const startHeld = (name) => `${isolate(name)} stopped the start.`;

export const MOVE_HERE = "Move here";
/** @param {number} seat from 1 */
export const moveToSeat = (seat) => `Move here, to seat ${seat}`;
export const SWAP = "Swap";
/** @param {string} name */
export const swapWith = (name) => `Swap seats with ${isolate(name)}`;
/** What a swap means. @type {(name: string, yours: number, theirs: number) => string} seats from 1 */
export const swapMeans = (name, yours, theirs) => `${isolate(name)} asks to swap: you to seat ${theirs}, they to seat ${yours}.`;
export const YES = "Yes";
/** @param {string} name */
export const yesSwap = (name) => `Yes, swap seats with ${isolate(name)}`;
export const NO = "No";
export const ASKED = "asked to swap";

/** @type {(starter: Starter, colours: string[]) => string} */
export function offeredColour(starter, colours) {
  const offer = `You will play ${list(colours, "or")}`;
  if (starter === "seated") return `${offer}.`;
  return starter === "random" ? `${offer}, drawn by lot.` : `${offer}: whoever has finished the most games is ${colours[0]} and starts.`;
}

/** @param {number} number from 1 */
export const chairIsFree = (number) => `Seat ${number} is free`;
/** @param {string} name */
export const chairIsKept = (name) => `Kept for ${isolate(name)}`;
/** @param {string} name */
export const removePlayer = (name) => `Remove ${isolate(name)} from the table`;
/** From how many seconds on it is worth counting them. */
const LONG = 3;
/** @param {number} seconds */
export const startsIn = (seconds) => (seconds < LONG ? STARTING : `Starting in ${seconds}…`);
