// What is said of offers. Pure.

/** @import { Proposal } from "../../protocol.js" */
import { list } from "./game.js";
import { isolate } from "./page.js";

/**
 * What an offer is about, with its verb for somebody else and for ourselves.
 * @type {(proposal: Proposal, about: string) => [string, string, string]} `about` is the turn that is to be taken back, or whose seat it is about
 */
function offered(proposal, about) {
  switch (proposal.what) {
    case "draw":
      return ["offers", "offered", "a draw"];
    case "score":
      return ["offers", "offered", "to end the game and score the board as it stands"];
    case "drop":
      return ["offers", "offered", `to go on without ${isolate(about)}`];
    case "hand_over":
      return ["offers", "offered", `the seat of ${isolate(about)}`];
    case "bot":
      return ["offers", "offered", `to let a bot (level ${proposal.level}) play on for ${isolate(about)}`];
    case "abandon":
      return ["", "", ""];
    case "take_back":
      return ["asks", "asked", `to take back ${about}${since(proposal.turns - 1)}`];
  }
}

/** @param {number} turns that were made after the one that is to be taken back */
const since = (turns) => (turns === 0 ? "" : turns === 1 ? " and the turn after it" : ` and the ${turns} turns after it`);

/** The offer that stands. @type {(name: string | null, proposal: Proposal, about: string) => string} none: it is our own */
export function offerOf(name, proposal, about) {
  const [theirs, ours, what] = offered(proposal, about);
  return name === null ? `You ${ours} ${what}.` : `${isolate(name)} ${theirs} ${what}.`;
}
/** Somebody who watches asks for the seat of a player who is away. @type {(asker: string | null, owner: string) => string} none: it is us */
export const asksForSeat = (asker, owner) =>
  asker === null ? `You asked for the seat of ${isolate(owner)}.` : `${isolate(asker)} asks for the seat of ${isolate(owner)}, who is away.`;
/** Nobody has played for long: does the game go on? */
export const DOES_IT_GO_ON = "Nobody has played for 30 days. Does the game go on? If nobody says so within 14 days of this question, it ends.";
export const GO_ON = "Go on";
/** Who has answered, and who has not. @type {(agreed: string[], waiting: string[]) => string} */
export function answersOf(agreed, waiting) {
  const yes = agreed.length > 0 ? `${list(agreed.map(isolate))} agreed. ` : "";
  return `${yes}Waiting for ${list(waiting.map(isolate))}.`;
}
export const YOU = "you";
export const DECLINE = "Decline";
/** @type {{ [what in Proposal["what"]]: string }} the button that agrees */
export const AGREE = {
  draw: "Agree to a draw",
  score: "End the game",
  take_back: "Allow",
  drop: "Go on without them",
  hand_over: "Give them the seat",
  bot: "Let a bot play on",
  abandon: "End the game",
};
/** The buttons where several play on this device. @param {string} name */
export const agrees = (name) => `${isolate(name)} agrees`;
/** @param {string} name */
export const declines = (name) => `${isolate(name)} declines`;
