// What the chat says to people, in complete sentences.

/** @import { Reads } from "../../protocol.js" */
import { isolate } from "./page.js";

/** Who reads what one writes. @type {{ [reads in Reads]: string }} */
export const READERS = {
  all: "Everybody at this table can read this.",
  players: "Only players can read this until the game ends.",
  watchers: "Only watchers can read this until the game ends.",
  own: "Only you can read this until the game ends.",
};
export const KEPT_TO_YOURSELF = "Only you can read what you write until the game is over; then everybody can.";
export const WAS_SAID = "What was written at this table.";
export const NOTHING_SAID = "Nobody has written anything yet.";
export const ON_ITS_WAY = "sending…";
export const WATCHING_TAG = "watching";
export const YOU_ARE_SILENCED = "The host has silenced you in this chat.";
/** @param {string} name */
export const aboutWriter = (name) => `About ${isolate(name)}: mute`;
/** @param {string} name */
export const hasMuted = (name) => `You have muted ${isolate(name)}.`;
/** @param {string} name */
export const hasSilenced = (name) => `${isolate(name)} is silenced.`;
export const NO_WRITERS = "No watcher has written anything.";
export const MUTE = "Mute for me";
export const UNMUTE = "Show their messages";
export const SILENCE_FOR_ALL = "Silence for everybody";
export const UNSILENCE = "Let them write again";

// The form.

export const MESSAGES = "Messages";
export const WATCHERS_WHO_WRITE = "Watchers who write";
export const READY_PHRASES = "Ready phrases";
export const PHRASES = ["Hello!", "Good luck!", "Nice move!", "Thanks!", "Oops!", "One moment…", "Well played!", "Good game!"];
export const WRITE_AS = "Write as";
export const YOUR_MESSAGE = "Your message";
export const MESSAGE = "Message";
export const SEND = "Send";
/** Above what can be done about somebody who wrote. */
export const THEIR_MESSAGES = "Their messages in the chat:";
