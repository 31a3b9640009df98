// What those on this device tell the server to do, and what it answers. Touches no screen.

/** @import { ClientCommand, CommandId, Envelope, PlayerId, Proposal, RefusalCode, Swap, TableView } from "../../protocol.js" */
/** @import { Room } from "./room.js" */
import { isHere } from "./device.js";
import { uuid } from "./ids.js";
import { Outbox } from "./outbox.js";

/** @typedef {{ readonly room: Room, readonly chair: number, readonly seat: number, readonly seats: number[] }} Here the table, and who plays on this device: see `Session` */

export class Commands {
  /** Why a chair or a name could not be taken. */
  sitProblem = "";
  outbox;
  #here;
  #listener;
  /** The seats that were resigned for on this device. @type {Map<CommandId, number>} */
  #resigned = new Map();
  /** Those who wait for an answer to a command. @type {Map<CommandId, (sentence: string, code: string) => void>} */
  #asked = new Map();
  /** @type {CommandId | null} */
  #sitting = null;
  /** The event that answers the command to sit down: it may arrive after its number. */
  #sitsAt = Infinity;
  /** @type {() => void} */
  #sat = () => {};

  /**
   * @param {Here} here
   * @param {(envelope: Envelope) => void} send sends if the connection is open, else does nothing
   * @param {{ sending: () => void, sent: () => void, refused: (sentence: string) => void }} listener
   */
  constructor(here, send, listener) {
    this.outbox = new Outbox(send);
    this.#here = here;
    this.#listener = listener;
  }

  get #table() {
    return this.#here.room.table;
  }

  /** The seats for which a resignation is on its way, or done. */
  get resigned() {
    return [...this.#resigned.values()];
  }

  /**
   * Takes a chair. Resolves once we sit there, or have been refused.
   * @type {(chair: number, name: string) => Promise<void>}
   */
  sit(chair, name) {
    const id = uuid();
    this.#sitting = id;
    this.#sitsAt = Infinity;
    this.sitProblem = "";
    const sat = new Promise((/** @type {(value: void) => void} */ resolve) => (this.#sat = resolve));
    this.#send({ t: "sit", chair, name }, { id });
    return sat;
  }

  /** A chair or a name could not be taken. @param {string} sentence */
  cannotSit(sentence) {
    this.sitProblem = sentence;
    this.#listener.sent();
  }

  /** Leaves a chair on this device. @param {number} chair from 0 */
  stand(chair) {
    this.#send({ t: "stand" }, this.#as(chair + 1));
  }

  /** As the host, removes somebody. @param {string} player */
  remove(player) {
    const { chairs, host } = this.#table;
    this.#send({ t: "remove", player }, this.#as(chairs.findIndex((player) => player?.id === host) + 1));
  }

  /** As the host, puts bots on free chairs. @type {(chairs: number[], level: number) => void} */
  seatBots(chairs, level) {
    for (const chair of chairs) this.#send({ t: "seat_bot", chair, level });
  }

  /** Moves to a free chair. @param {number} chair from 0 */
  changeChair(chair) {
    this.#send({ t: "change_chair", chair }, this.#as(this.#here.chair + 1));
  }

  /** Asks whoever sits there to swap chairs. @param {number} chair from 0 */
  offerSwap(chair) {
    const own = this.#here.chair;
    const [from, to] = [this.#table.chairs[own], this.#table.chairs[chair]];
    if (from && to) this.#send({ t: "offer_swap", swap: { from: from.id, from_chair: own, to: to.id, to_chair: chair } }, this.#as(own + 1));
  }

  /** Answers who asks to swap chairs, or withdraws our own question. @type {(swap: Swap, agree: boolean) => void} */
  answerSwap(swap, agree) {
    const { table, you } = this.#here.room;
    const asked = isHere(you, table.chairs.find((other) => other?.id === swap.to) ?? null);
    this.#send({ t: "answer_swap", swap, agree }, this.#as((asked ? swap.to_chair : swap.from_chair) + 1));
  }

  /** Stops the start of the game, or lets it go on. @param {boolean} held */
  holdStart(held) {
    this.#send({ t: "hold_start", held }, this.#as(this.#here.chair + 1));
  }

  /** As the host, silences somebody who watches, or lets them write again. @type {(player: string, silenced: boolean) => void} */
  silence(player, silenced) {
    this.#send({ t: "silence", player, silenced });
  }

  /** Plays a turn for the seat that is to move here. What was said before stays. @param {{ id: CommandId, turn: number, steps: string[] }} turn */
  play({ id, turn, steps }) {
    this.outbox.send({ id, turn, ...this.#as(this.#here.seat), command: { t: "play", steps } });
  }

  /** Takes the side that has just played the first turn. */
  swapSides() {
    this.#send({ t: "swap_sides" }, { turn: this.#table.turn, ...this.#as(this.#here.seat) });
  }

  /** @param {number} seat one of those on this device */
  resign(seat) {
    const id = uuid();
    this.#resigned.set(id, seat);
    this.#send({ t: "resign" }, { id, ...this.#as(seat) });
  }

  /** Offers something to the others. @type {(proposal: Proposal, seat?: number) => void} `seat` is one on this device */
  offer(proposal, seat = this.#here.seat) {
    this.#send({ t: "offer", proposal }, { turn: this.#table.turn, ...this.#as(seat) });
  }

  /** Agrees to the offer that is shown or declines it, or withdraws it if it is ours. @type {(agree: boolean, seat?: number) => void} `seat` is one on this device */
  answer(agree, seat = this.#here.seat) {
    const { offer } = this.#table;
    if (offer) this.#send({ t: "answer", offer: offer.id, agree }, this.#as(seat));
  }

  /** Nudges the player to move. */
  nudge() {
    this.#send({ t: "nudge" }, { turn: this.#table.turn, ...this.#as(this.#here.seat) });
  }

  /**
   * Asks for the seat of a player who is away, or of a bot. Resolves with why it cannot be under this name; empty if it can.
   * @type {(seat: number, name: string) => Promise<string>}
   */
  askForSeat(seat, name) {
    const id = uuid();
    const asked = new Promise((/** @type {(problem: string) => void} */ resolve) =>
      this.#asked.set(id, (sentence, code) => {
        const isName = code === "name_taken" || code === "bad_name";
        if (sentence !== "" && !isName) this.#listener.refused(sentence);
        resolve(isName ? sentence : "");
      }),
    );
    this.#send({ t: "ask_for_seat", seat, name }, { id, turn: this.#table.turn });
    return asked;
  }

  /** Forgets what was planned, or why it has lapsed. */
  forgetPlan() {
    this.#send({ t: "forget_plan" });
  }

  /** Carries out a command. Resolves with why it was refused; empty if it is done. @param {ClientCommand} command */
  carryOut(command) {
    const id = uuid();
    const answer = new Promise((/** @type {(sentence: string) => void} */ resolve) => this.#asked.set(id, resolve));
    this.#send(command, { id });
    return answer;
  }

  /** @type {(command: ClientCommand, about?: Partial<Envelope>) => void} */
  #send(command, { id = uuid(), ...about } = {}) {
    this.#listener.sending();
    this.outbox.send({ id, ...about, command });
    this.#listener.sent();
  }

  /** For whom a command is, unless it is for the player of this browser. @type {(seat: number) => { as?: PlayerId }} */
  #as(seat) {
    const player = this.#table.chairs[seat - 1];
    return player && player.id !== this.#here.room.you?.id ? { as: player.id } : {};
  }

  /** A command was carried out, by the event of a number. @type {(id: CommandId, seq: number) => void} */
  done(id, seq) {
    this.outbox.done(id);
    this.#answered(id, "");
    if (id === this.#sitting) this.#sitsAt = seq;
  }

  /** The table is known up to the event of a number. @param {number} seq */
  reached(seq) {
    if (seq >= this.#sitsAt) this.#sat();
  }

  /** Whether the refusal of a command is final: see `Outbox`. @type {(id: CommandId, code: RefusalCode) => boolean} */
  isFinal(id, code) {
    if (!this.outbox.refused(id, code)) return false;
    this.#resigned.delete(id);
    return true;
  }

  /** A command was refused for good. Returns whether somebody waits for that. @type {(id: CommandId | null, code: RefusalCode, sentence: string) => boolean} */
  refused(id, code, sentence) {
    if (this.#answered(id, sentence, code)) return true;
    if (id === null || id !== this.#sitting) return false;
    this.sitProblem = sentence;
    this.#sat();
    return true;
  }

  /** @type {(id: CommandId | null, sentence: string, code?: string) => boolean} whether somebody waits for it */
  #answered(id, sentence, code = "") {
    const resolve = id === null ? undefined : this.#asked.get(id);
    if (id !== null) this.#asked.delete(id);
    resolve?.(sentence, code);
    return resolve !== undefined;
  }

  /**
   * Drops what is still on its way and is about a game that is no more: turns for one that the database has lost, offers and
   * answers for a position that has passed. Returns whether an offer of ours was among them.
   * @param {TableView} before
   */
  dropOld(before) {
    const { turn, offer, chairs } = this.#table;
    this.outbox.drop(({ command, turn: about = 0 }) => command.t === "play" && about > turn);
    this.outbox.drop(({ command }) => command.t === "answer" && command.offer !== offer?.id);
    this.outbox.drop(
      ({ command, turn: about }) =>
        (command.t === "nudge" || command.t === "swap_sides" || (command.t === "ask_for_seat" && !chairs[command.seat - 1]?.level)) && about !== turn,
    );
    const dropped = this.outbox.drop(({ command, turn: about }) => command.t === "offer" && about !== turn && !this.#givesUp(command.proposal));
    return dropped && !this.#here.seats.includes(before.offer?.seat ?? 0);
  }

  /** Whether a seat of ours is left to a bot, which is meant at any turn, or a bot has it already. @param {Proposal} proposal */
  #givesUp(proposal) {
    return proposal.what === "bot" && (this.#here.seats.includes(proposal.seat) || Boolean(this.#table.chairs[proposal.seat - 1]?.level));
  }
}
