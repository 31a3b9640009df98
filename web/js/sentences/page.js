// Every sentence the scripts show, apart from what happens on the board (see game.js) and what stands in files of its own. Pure.
//
// Names of players stand between isolate characters, so that a name written from right to left does not reorder the words
// around it; dom.js turns these into <bdi> elements.

/** @import { ChangeOfTableView, EndingView, PlayerView, ProposalView, Starter } from "../../protocol.js" */
import { shortClock } from "./clock.js";
import { list } from "./game.js";

/** A player's name inside a sentence. @param {string} name */
export const isolate = (name) => `\u2068${name}\u2069`;

export const CONNECTION_LOST = "Connection lost. Reconnecting…";
export const NOT_A_MOVE = "Not a move here.";
export const UNREACHABLE = "Thicket cannot be reached at the moment. Please try again.";
export const SEAT_TRANSFERRED = "Your seat has moved to another device. You are watching here now.";
/** @param {string} name of somebody who played here */
export const seatMoved = (name) => `${isolate(name)}’s seat has moved to another device.`;
/** A bot plays on for somebody. @type {(name: string, bot: PlayerView) => string} no name: for us */
export const botTookOver = (name, bot) => `${bot.name} (${botOfLevel(bot.level ?? 1)}) plays on for ${name ? isolate(name) : "you"}.${name ? "" : " You are watching."}`;
export const REMOVED = "The host removed you.";
/** @param {string} name */
export const removedHere = (name) => `The host removed ${isolate(name)}.`;
export const OFFER_TOO_LATE = "The game has gone on, so your offer was not made.";
export const TABLE_CHANGED = "The table has changed. Your unsent turn is kept.";

/** @param {string} title of the game */
export const shareTitle = (title) => `${title} on Thicket`;

// Before the start.

export const STAND_UP = "Stand up";
export const ADD_SOMEBODY = "Add somebody here";
/** @param {string} name */
export const standsUp = (name) => `${isolate(name)} stands up`;
/** @param {string} name of the player on whose device somebody sits */
export const withPlayer = (name) => `with ${name}`;
export const REMOVE = "Remove";
export const CANCEL = "Cancel";
export const START = "Start the game";
const STARTING = "Starting…";

/** @param {string} name empty while none is typed */
export const joinAs = (name) => (name === "" ? "Join" : `Join as ${isolate(name)}`);
/** @param {string | undefined} host */
export const invitation = (host) => (host === undefined ? "Join this table" : `${isolate(host)} invites you to play`);
/** @param {string} name */
export const startHeld = (name) => `${isolate(name)} stopped the start.`;

export const MOVE_HERE = "Move here";
/** @param {number} seat from 1 */
export const moveToSeat = (seat) => `Move here, to seat ${seat}`;
export const SWAP = "Swap";
/** @param {string} name */
export const swapWith = (name) => `Swap seats with ${isolate(name)}`;
/** @param {string} name */
export const swapAsked = (name) => `${isolate(name)} asks to swap seats with you.`;
/** What a swap means. @type {(name: string, yours: number, theirs: number) => string} seats from 1 */
export const swapMeans = (name, yours, theirs) => `${isolate(name)} asks to swap: you to seat ${theirs}, they to seat ${yours}.`;
/** @param {string} name */
export const swapDeclined = (name) => `${isolate(name)} does not want to swap seats.`;
/** @param {string} name */
export const moveUp = (name) => `Move ${isolate(name)} up`;
/** @param {string} name */
export const moveDown = (name) => `Move ${isolate(name)} down`;
export const YES = "Yes";
/** @param {string} name */
export const yesSwap = (name) => `Yes, swap seats with ${isolate(name)}`;
export const NO = "No";
export const ASKED = "asked to swap";

/** What somebody changed about the table before the start. @param {ChangeOfTableView} change */
export function tableChanged({ by, what }) {
  const name = isolate(by);
  if ("seats" in what) return `${name} changed the table to ${what.seats} seats.`;
  if ("clock" in what) return what.clock ? `${name} changed the clock to ${shortClock(what.clock)}.` : `${name} took the clock away.`;
  if ("order" in what) return `${name} ${what.order.shuffled ? "shuffled the seats" : "changed the order of the seats"}.`;
  if ("chair" in what) return `${name} moved to seat ${what.chair + 1}.`;
  return `${name} and ${isolate(what.swap)} swapped seats.`;
}

/** @type {(starter: Starter, colours: string[]) => string} */
export function offeredColour(starter, colours) {
  const offer = `You will play ${list(colours, "or")}`;
  if (starter === "seated") return `${offer}.`;
  return starter === "random" ? `${offer}, drawn at random.` : `${offer}: whoever has finished the most games is ${colours[0]} and starts.`;
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

/** What a table waits for that has not started: players, or those who are away. @type {(free: number, away: string[]) => string} */
export function waitingFor(free, away) {
  if (free > 0) return free === 1 ? "Waiting for one more player." : `Waiting for ${free} more players.`;
  return away.length === 0 ? "All players are here." : `Waiting for ${list(away.map(isolate))}.`;
}

/** @param {string} name */
export const aboutPlayer = (name) => `About ${name}`;
/** @param {number} level */
export const botOfLevel = (level) => `bot, level ${level}`;
/** The same where there is little room. @param {number} level */
export const botInShort = (level) => `bot ${level}`;
export const ADD_BOT = "Add a bot…";
/** What is said of a player in a word. */
export const TAG = { guest: "guest", bot: "bot", host: "host", you: "you", here: "here", away: "away", toMove: "to move", left: "left", outOfTime: "out of time" };

// During the game.

/** @param {string} colour */
export const yourTurn = (colour) => `Your turn (${colour})`;
/** @type {(name: string, colour: string) => string} */
export const theirTurn = (name, colour) => `${isolate(name)}’s turn (${colour})`;
/** @type {(words: string, title: string) => string} */
export const tabTitle = (words, title) => `${words} – ${title} – Thicket`;
export const TAB_YOUR_TURN = "● Your turn";

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
/** @param {string} name */
export const askForSeat = (name) => `Ask for the seat of ${isolate(name)}`;
export const NUDGE = "Nudge";
export const NUDGED = "Nudged";
/** @param {string} name */
export const botInsteadOf = (name) => `Let a bot play for ${isolate(name)}`;
/** @param {string} name */
export const goOnWithout = (name) => `Go on without ${isolate(name)}`;

/** @param {number} count */
export function watching(count) {
  return count === 0 ? "" : `${count} watching`;
}

/** What an offer is about, after "offers". @param {ProposalView} proposal */
function offered(proposal) {
  switch (proposal.what) {
    case "draw":
      return "a draw";
    case "score":
      return "to end the game and score the board as it stands";
    case "drop":
      return "to go on without whoever is away";
    case "hand_over":
      return "the seat of whoever is away";
    case "bot":
      return `that a bot of level ${proposal.level} plays on in a seat`;
    case "take_back":
      return `to take back ${turnsBack(proposal.turns)}`;
  }
}

/** @param {number} turns */
const turnsBack = (turns) => (turns === 1 ? "the last turn" : `the last ${turns} turns`);

/** The offer that stands. @type {(name: string | null, proposal: ProposalView) => string} none: it is our own */
export const offerOf = (name, proposal) => (name === null ? `You offered ${offered(proposal)}.` : `${isolate(name)} offers ${offered(proposal)}.`);
/** Somebody who watches asks for the seat of a player who is away. @type {(asker: string | null, owner: string) => string} none: it is us */
export const asksForSeat = (asker, owner) => (asker === null ? `You asked for the seat of ${isolate(owner)}.` : `${isolate(asker)} asks for the seat of ${isolate(owner)}, who is away.`);
/** Who has answered, and who has not. @type {(agreed: string[], waiting: string[]) => string} */
export function answersOf(agreed, waiting) {
  const yes = agreed.length > 0 ? `${list(agreed.map(isolate))} agreed. ` : "";
  return `${yes}Waiting for ${list(waiting.map(isolate))}.`;
}
export const YOU = "you";
export const WITHDRAW = "Withdraw";
export const DECLINE = "Decline";
/** @type {{ [what in ProposalView["what"]]: string }} the button that agrees */
export const AGREE = { draw: "Agree to a draw", score: "End the game", take_back: "Allow", drop: "Go on without them", hand_over: "Give them the seat", bot: "Let a bot play on" };
/** The buttons where several play on this device. @param {string} name */
export const agrees = (name) => `${isolate(name)} agrees`;
/** @param {string} name */
export const declines = (name) => `${isolate(name)} declines`;
/** What became of an offer that somebody else answered. @type {(name: string, proposal: ProposalView, withdrawn: boolean) => string} */
export function declined(name, proposal, withdrawn) {
  if (withdrawn) return `${isolate(name)} withdrew the offer.`;
  const what = { draw: "the draw", score: "to end the game", take_back: "to take back a turn", drop: "to go on without whoever is away", hand_over: "to give the seat away", bot: "to let a bot play on" };
  return `${isolate(name)} declined ${what[proposal.what]}.`;
}
/** @param {number} turns */
export const takenBack = (turns) => (turns === 1 ? "The last turn was taken back." : `The last ${turns} turns were taken back.`);
export const TAKEN_BACK = "taken back";
export const OFFER_DRAW = "Offer a draw";
export const OFFER_END = "Offer to end the game";
export const SHOW_AGAIN = " Show it again.";
export const YOU_LEFT = "You left the game. You are watching.";
export const YOUR_TIME_RAN_OUT = "Your time ran out. You are watching.";
/** @type {(name: string, words: string) => string} what somebody did last */
export const latestTurn = (name, words) => `${isolate(name)}: ${words}`;

// The chat's button.

/** What the button that opens the chat is called. @param {number} count of unread lines */
export const openChat = (count) => (count === 0 ? "Chat" : `Chat, ${count} unread`);
export const CHAT_NOT_LOADED = "The chat could not be loaded.";
export const TRY_AGAIN = "Try again";

// Composing a turn, and the board.

export const BOARD = "Board. Use the arrow keys to move and Enter to choose.";
export const STAGED = "not sent yet";
export const WOULD_BE_CAPTURED = "would be captured";
export const GIVEN_UP = "given up";
export const WANTED = "wanted";

export const SENDING = "Sending your turn…";
export const SENT_LATER = "Will be sent when you are back online.";
export const LEAVING = "Your turn is about to be sent.";
export const SEND_NOW = "Send now";
export const SEND_TURN = "Send turn";
export const UNDO = "Undo";
/** @param {string} cell */
export const placeOn = (cell) => `Place on ${cell}`;
/** @param {string} cell */
export const chooseCell = (cell) => `Choose ${cell}`;
/** @param {string} cell */
export const moveOnto = (cell) => `Move to ${cell}`;
/** @param {string[]} steps */
export const turnSoFar = (steps) => (steps.length > 0 ? `Your turn so far: ${steps.join(", ")}. ` : "");
/** @param {string[]} steps */
export const yourTurnIs = (steps) => `Your turn: ${steps.join(", ")}.`;
/** A question to the player. @type {(ask: string, cell: string) => string} `cell` was clicked last */
export const asking = (ask, cell) => ask.replace("{}", cell);
/** @type {(complete: boolean, effects: string) => string} */
export const forecast = (complete, effects) => effects && `${complete ? "With this turn" : "If the turn ended now"}: ${effects}.`;

// Replay, result and sharing.

/** How a drop is written in the list of turns. */
export const DROPS = { resignation: "leaves", time: "out of time", away: "away for too long" };
/** @type {(shown: number, plies: number) => string} */
export const whereInGame = (shown, plies) => `${shown} / ${plies}`;

/** @type {{ [reason in EndingView["reason"]]: string }} */
export const ENDING_REASON = {
  rules: "The game is over.",
  resignation: "All others have left the game.",
  time: "Time ran out.",
  away: "The others agreed to go on without whoever was away.",
  agreement: "The players agreed on a draw.",
  abandoned: "Nobody played for 30 days, so the board was scored as it stood.",
  scored: "The players agreed to end the game and score the board as it stood.",
};
/** @type {(name: string, words: string) => string} why a game is over: what somebody did, or what came about */
export const endRule = (name, words) => `${name ? `${isolate(name)} ` : ""}${words}.`;
export const PLACE = "Place";
export const PLAYER = "Player";
export const COPIED = "Copied.";
export const COPY_BY_KEYS = "Press Ctrl+C to copy the link.";

export const REMATCH = "Rematch";
/** @param {string} name */
export const joinRematch = (name) => `Join the rematch with ${isolate(name)}`;
/** @param {string} name */
export const watchRematch = (name) => `Watch the rematch with ${isolate(name)}`;
/** @param {string} name */
export const rematchProposed = (name) => `${isolate(name)} proposes a rematch.`;

// Noticing that it is one's turn.

/** @param {number} count of other tables */
export const turnsElsewhere = (count) => (count === 1 ? "Your turn at another table" : `Your turn at ${count} other tables`);
/** The same where there is little room. @param {number} count */
export const nextOf = (count) => `Next: ${count}`;
/** The others at another table are waiting for us. */
export const NUDGED_ELSEWHERE = "You were nudged at another table";
/** The title of a page with lists. @type {(turns: number, title: string) => string} */
export const tabCount = (turns, title) => (turns > 0 ? `(${turns}) ${title}` : title);
/** @param {string} title of the game */
export const notification = (title) => ({ title: "Your turn", body: `It is your turn in ${title}.` });
export const NOTIFY = "Notify me of my turn";
export const STOP_NOTIFYING = "Stop notifications";
export const NOTIFICATIONS_OFF = "Notifications are off.";
export const NOTIFICATIONS_REFUSED = "Your browser does not allow notifications from this site.";
