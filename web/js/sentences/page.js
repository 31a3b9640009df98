// Every sentence the scripts show, apart from what happens on the board (see game.js). Pure.
//
// Names of players stand between isolate characters, so that a name written from right to left does not reorder the words
// around it; dom.js turns these into <bdi> elements.

/** @import { EndingView } from "../../protocol.js" */
import { list } from "./game.js";

/** A player's name inside a sentence. @param {string} name */
export const isolate = (name) => `\u2068${name}\u2069`;

export const CONNECTION_LOST = "Connection lost, reconnecting…";
export const UNREACHABLE = "Thicket cannot be reached at the moment. Please try again.";
export const SEAT_TRANSFERRED = "Your seat has moved to another device. You are watching here now.";
export const REMOVED = "The host removed you from your seat.";
export const OFFER_TOO_LATE = "The game has gone on, so your draw offer was not made.";
export const TABLE_CHANGED = "The table changed while you were composing your turn. Your steps are kept.";

/** @param {string} title of the game */
export const shareTitle = (title) => `${title} on Thicket`;

// Before the start.

export const STAND_UP = "Stand up";
export const SIT_HERE = "Sit here";
export const REMOVE = "Remove";
const GAME_STARTS = "The game is starting…";

/** @param {number} number from 1 */
export const chairIsFree = (number) => `Chair ${number} is free`;
/** @param {string} name */
export const removePlayer = (name) => `Remove ${isolate(name)} from the table`;
/** @param {number} seconds */
export const startsIn = (seconds) => (seconds === 0 ? GAME_STARTS : `The game starts in ${seconds}.`);

/** @param {number} free how many chairs */
export function freeChairs(free) {
  if (free === 0) return "All chairs are taken. The game starts once everybody is here.";
  return free === 1 ? "One chair is free." : `${free} chairs are free.`;
}

/** What is said of a player in a word. */
export const TAG = { guest: "guest", bot: "bot", host: "host", you: "you", away: "away", toMove: "to move", left: "left" };

// During the game.

/** @param {string} colour */
export const yourTurn = (colour) => `Your turn, ${colour}.`;
/** @type {(name: string, colour: string) => string} */
export const theirTurn = (name, colour) => `${isolate(name)}, ${colour}, is to move.`;
/** @type {(words: string, title: string) => string} */
export const tabTitle = (words, title) => `${words} – ${title} – Thicket`;
export const TAB_YOUR_TURN = "● Your turn";

/** @param {number} count */
export function watching(count) {
  if (count === 0) return "";
  return count === 1 ? "One person is watching." : `${count} people are watching.`;
}

/**
 * The draw offers that stand.
 * @type {(names: string[], own: boolean) => string} names of the others who offer one, and whether we do
 */
export function drawOffers(names, own) {
  const others = names.length === 0 ? "" : `${list(names.map(isolate))} ${names.length > 1 ? "offer" : "offers"} a draw.`;
  return own ? `${others} You offered a draw. The offer stands until the next turn.`.trim() : others;
}

// Composing a turn, and the board.

export const BOARD = "Board. Use the arrow keys to move and Enter to choose.";
export const STAGED = "staged";
export const WOULD_BE_CAPTURED = "would be captured";

export const WAIT = "Wait for your turn.";
export const SENDING = "Sending your turn…";
export const SEND_TURN = "Send turn";
export const TAKE_BACK = "Take back";
/** @param {string} cell */
export const chooseCell = (cell) => `Choose ${cell}`;
/** @param {string[]} steps */
export const staged = (steps) => (steps.length > 0 ? `Staged: ${steps.join(", ")}. ` : "");
export const COMPLETE = "The turn is complete.";
/** @param {string[]} clicks the beginning of a step, in words */
export const stepBegun = (clicks) => `${clicks.join(", ")}: choose on the board.`;
/** @type {(complete: boolean, effects: string) => string} */
export const forecast = (complete, effects) => effects && `${complete ? "With this turn" : "If the turn ended now"}: ${effects}.`;

/** @type {(cells: boolean, buttons: boolean) => string} what there is to choose from */
export function choose(cells, buttons) {
  if (!cells) return "Press a button.";
  return buttons ? "Choose on the board or press a button." : "Choose on the board.";
}

// Replay, result and sharing.

export const LEAVES = "leaves";
/** @type {(shown: number, plies: number) => string} */
export const whereInGame = (shown, plies) => `${shown} / ${plies}`;

/** @type {{ [reason in EndingView["reason"]]: string }} */
export const ENDING_REASON = {
  rules: "The game ended by its rules.",
  resignation: "All others have left the game.",
  time: "The last opponent ran out of time.",
  agreement: "The players agreed on a draw.",
};
export const PLACE = "Place";
export const PLAYER = "Player";
export const COPIED = "Copied.";
export const COPY_BY_KEYS = "Press Ctrl+C to copy the link.";

// Moving a seat to another device.

/** @param {string} name */
export const takeSeat = (name) => `Take ${isolate(name)}’s seat on this device?`;
export const TRANSFER_DECLINED = "You are watching. The link stays valid for a while.";
/** @param {string} name */
export const seatTaken = (name) => `You are now playing as ${isolate(name)} on this device.`;
export const LINK_CANCELLED = "The link has been cancelled.";
/** @param {string} time */
export const validUntil = (time) => `until ${time}`;
/** @param {string} title of the game */
export const transferTitle = (title) => `My seat at ${title} on Thicket`;

// Lessons.

export const LESSON_UNREACHABLE = "Thicket cannot be reached at the moment. Trying again…";
export const VERDICT = { solved: "Well done.", wrong: "Try again." };
export const NEXT = "Next";
export const SHOW_ME = "Show me";
export const OPEN_TABLE = "Open a table";
export const READ_RULES = "Read all the rules";
/** @type {(number: number, count: number) => string} */
export const lessonOf = (number, count) => `${number} of ${count}`;
/** @type {(number: number, title: string, solved: boolean) => string} */
export const lessonTitle = (number, title, solved) => `${number}: ${title}${solved ? ", solved" : ""}`;
/** @param {string} colour */
export const youAre = (colour) => `You, ${colour}`;
