// What is said of offers. Pure.

/** @import { Proposal } from "../../protocol.js" */
import { list } from "./game.js";
import { isolate } from "./page.js";

/** What an offer is about, after "offers". @param {Proposal} proposal */
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

/** The offer that stands. @type {(name: string | null, proposal: Proposal) => string} none: it is our own */
export const offerOf = (name, proposal) => (name === null ? `You offered ${offered(proposal)}.` : `${isolate(name)} offers ${offered(proposal)}.`);
/** Somebody who watches asks for the seat of a player who is away. @type {(asker: string | null, owner: string) => string} none: it is us */
export const asksForSeat = (asker, owner) =>
  asker === null ? `You asked for the seat of ${isolate(owner)}.` : `${isolate(asker)} asks for the seat of ${isolate(owner)}, who is away.`;
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
};
/** The buttons where several play on this device. @param {string} name */
export const agrees = (name) => `${isolate(name)} agrees`;
/** @param {string} name */
export const declines = (name) => `${isolate(name)} declines`;
