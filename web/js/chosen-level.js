// The level of bots that was chosen last, kept on this device.

import { recall, remember } from "./storage.js";

/** Not the key of the time when there were five levels. */
const KEY = "bot-level-of-ten";

/** @returns {number | undefined} none: never chosen */
export const chosenLevel = () => Number(recall(KEY)) || undefined;

/** @param {number} level */
export const rememberLevel = (level) => remember(KEY, String(level));
