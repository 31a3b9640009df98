// What the scripts say about bots. Pure.

import { isolate } from "./page.js";

export const BOT_ADD_TITLE = "Add a bot";
export const BOT_ADD_ONE = "Add one bot";
/** @param {number} free */
export const fillWithBots = (free) => (free === 2 ? "Fill both seats" : `Fill all ${free} seats`);
/** @param {string} name none: our own seat */
export const botPlaysOn = (name) => (name ? `Let a bot play on for ${isolate(name)}` : "Let a bot play on for you");
export const BOT_FOR_YOU_WORDS = "All other players have to agree. From then on you watch.";
export const BOT_INSTEAD_WORDS = "All other players have to agree.";
export const OFFER_BOT = "Offer";
export const BOT_LEVEL = "Level";
/** A level of so many. @type {(level: number, levels: number) => string} */
export const levelInWords = (level, levels) => (level === 1 ? "1, gentle" : level === levels ? `${level}, strongest` : `${level}`);
export const ABOUT_LEVELS = "Level 1 is for beginners, and the last one thinks for two seconds.";
export const CANCEL_BOT = "Cancel";
