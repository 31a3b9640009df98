// What the scripts say where several people play on one device. Pure.

import { list } from "./game.js";
import { isolate } from "./page.js";

export const ADD = "Add";
export const ADD_TITLE = "Add somebody on this device";
export const ADD_WORDS = "They play here, on this device, in turn. Each seat can go on to a phone of its own at any time.";
export const THEIR_NAME = "Their name";
export const CANCEL_ADDING = "Cancel";
export const NOBODY = "Cancel";
export const WHO_RESIGNS = "Who resigns?";
export const RESIGN = "Resign?";
/** @param {string} name */
export const resignsFor = (name) => `Resign for ${isolate(name)}?`;
export const WHOSE_SEAT_MOVES = "Whose seat goes on to another device?";
export const CONTINUE = "Continue on another device";
/** @param {string} name */
export const moveSeat = (name) => `${isolate(name)} goes on with another device`;
export const TAP_TO_GO_ON = "Tap to go on";

/** @param {string} name */
export const turnOf = (name) => `${isolate(name)}’s turn`;

/** Those who are on one device when a game begins. @type {(names: string[], over: boolean) => string} */
export const sharedDevice = (names, over) => `${list(names.map(isolate))} ${over ? "played" : "play"} on one device.`;
