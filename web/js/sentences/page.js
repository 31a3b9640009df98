// What is said at any time; what belongs to one part of a page stands in files of its own. Pure.
//
// Names of players stand between isolate characters, so that a name written from right to left does not reorder the words
// around it; dom.js turns these into <bdi> elements.

/** @import { PlayerView, Proposal } from "../../protocol.js" */
import { list } from "./game.js";

/** A player's name inside a sentence. @param {string} name */
export const isolate = (name) => `\u2068${name}\u2069`;

export const CONNECTION_LOST = "Connection lost. Reconnecting…";
/** When a copy was made, if need be with its day. @param {Date} time */
export function timeSeen(time) {
  const today = time.toDateString() === new Date().toDateString();
  return time.toLocaleString([], { ...(today ? {} : { day: "numeric", month: "long" }), hour: "2-digit", minute: "2-digit" });
}
/** What is said over the copy of a table. @param {Date} time */
export const seenAt = (time) => `Not connected. Shown as of ${timeSeen(time)}.`;
export const NOT_A_MOVE = "Not a legal move.";
export const UNREACHABLE = "Thicket cannot be reached at the moment. Please try again.";
export const NEW_VERSION = "There is a new version of Thicket. Please reload the page.";
export const SEAT_TRANSFERRED = "Your seat has moved to another device. You are watching here now.";
/** @param {string} name of somebody who played here */
export const seatMoved = (name) => `${isolate(name)}’s seat has moved to another device.`;
/** A bot plays on for somebody. @type {(name: string, bot: PlayerView) => string} no name: for us */
export const botTookOver = (name, bot) =>
  `${bot.name} (${botOfLevel(bot.level ?? 1)}) plays on for ${name ? isolate(name) : "you"}.${name ? "" : " You are watching."}`;
export const REMOVED = "The host removed you.";
/** @param {string} name */
export const removedHere = (name) => `The host removed ${isolate(name)}.`;
export const OFFER_TOO_LATE = "The game has gone on, so your offer was not made.";
export const TABLE_CHANGED = "The table has changed. Your unsent turn is kept.";

export const CANCEL = "Cancel";
export const CLOSE = "Close";
export const JUST_WATCH = "Just watch";

// Before the start.

/** @param {string} name */
export const swapAsked = (name) => `${isolate(name)} asks to swap seats with you.`;
/** @param {string} name */
export const swapDeclined = (name) => `${isolate(name)} does not want to swap seats.`;

/** What a table waits for that has not started: players, or those who are away. @type {(free: number, away: string[]) => string} */
export function waitingFor(free, away) {
  if (free > 0) return free === 1 ? "Waiting for one more player." : `Waiting for ${free} more players.`;
  return away.length === 0 ? "All players are here." : `Waiting for ${list(away.map(isolate))}.`;
}

/** @param {number} level */
export const botOfLevel = (level) => `bot, level ${level}`;
/** @param {string} owner */
export const botOf = (owner) => `bot of ${owner}`;
/** What is said of a player in a word. */
export const TAG = {
  guest: "guest",
  bot: "bot",
  host: "host",
  you: "you",
  here: "here",
  away: "away",
  onHoliday: "on holiday",
  toMove: "to move",
  left: "left",
  outOfTime: "out of time",
};

// During the game.

/** @param {string} colour */
export const yourTurn = (colour) => `Your turn (${colour})`;
/** @type {(name: string, colour: string, rests: boolean) => string} `rests`: their clock does, since they are on holiday */
export const theirTurn = (name, colour, rests) => `${isolate(name)}’s turn (${colour})${rests ? `, ${TAG.onHoliday}` : ""}`;
/** @type {(words: string, title: string) => string} */
export const tabTitle = (words, title) => `${words} – ${title} – Thicket`;
export const TAB_YOUR_TURN = "● Your turn";

/** @param {number} count */
export function watching(count) {
  return count === 0 ? "" : `${count} watching`;
}

export const WITHDRAW = "Withdraw";
/** What became of an offer that somebody else answered. @type {(name: string, proposal: Proposal, withdrawn: boolean) => string} */
export function declined(name, proposal, withdrawn) {
  if (withdrawn) return `${isolate(name)} withdrew the offer.`;
  const what = {
    draw: "the draw",
    score: "to end the game",
    take_back: "to take back a turn",
    drop: "to go on without whoever is away",
    hand_over: "to give the seat away",
    bot: "to let a bot play on",
    abandon: "to end the game",
  };
  return `${isolate(name)} declined ${what[proposal.what]}.`;
}
/** @param {number} turns */
export const takenBack = (turns) => (turns === 1 ? "The last turn was taken back." : `The last ${turns} turns were taken back.`);

/** By the pie rule, to all but whoever took the side. @param {string} name */
export const sidesSwapped = (name) => `${isolate(name)} took the side that has opened.`;

/** What the database has lost. @param {number} turns */
export function turnsLost(turns) {
  const what = turns === 0 ? "what happened last at this table" : turns === 1 ? "the last turn" : `the last ${turns} turns`;
  return `The server’s database failed and lost ${what}. Please go on from here.`;
}

// The chat's button.

/** What the button that opens the chat is called. @param {number} count of unread lines */
export const openChat = (count) => (count === 0 ? "Chat" : `Chat, ${count} unread`);
export const TRY_AGAIN = "Try again";

// The board.

export const BOARD = "Board. Use the arrow keys to move and Enter to choose.";
export const TAP_AGAIN = "Tap again to choose it";
export const STAGED = "not sent yet";
export const WOULD_BE_CAPTURED = "would be captured";
export const GIVEN_UP = "given up";
export const WANTED = "wanted";
export const BOUND = "your plan depends on it";

// The link.

export const COPIED = "Copied.";
export const COPY_BY_KEYS = "Press Ctrl+C to copy the link.";

// That it is our turn elsewhere.

/** @param {number} count of other tables where it is our turn */
export const turnsElsewhere = (count) => `Next table: ${count} waiting`;
/** In short, where there is little room. @param {number} count */
export const nextOf = (count) => `Next: ${count}`;
/** The others at another table are waiting for us. */
export const NUDGED_ELSEWHERE = "You were nudged at another table";
