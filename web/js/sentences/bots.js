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
/** What each level is like, the weakest first. */
export const BOT_LEVELS = [
  "Gentle: a beginner who makes mistakes",
  "Easy: sees simple threats",
  "Medium: plans a little",
  "Strong: rarely gives anything away",
  "Strongest: thinks for two seconds",
];
export const CANCEL_BOT = "Cancel";
