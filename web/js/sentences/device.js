// What the scripts say where several people play on one device. Pure.

import { list } from "./game.js";
import { isolate } from "./page.js";

export const WHO_RESIGNS = "Who resigns?";
export const RESIGN_ASKED = "Resign?";
export const RESIGN_MEANS = "Your pieces stay on the board, and the others play on without you. This cannot be undone.";
export const KEEP_PLAYING = "Keep playing";
export const RESIGN = "Resign";
/** @param {string} name */
export const resignsFor = (name) => `Resign for ${isolate(name)}?`;
export const TAP_TO_GO_ON = "Tap to go on";

/** @param {string} name */
export const turnOf = (name) => `${isolate(name)}’s turn`;

/** Those who are on one device when a game begins. @type {(names: string[], over: boolean) => string} */
export const sharedDevice = (names, over) => `${list(names.map(isolate))} ${over ? "played" : "play"} on one device.`;
