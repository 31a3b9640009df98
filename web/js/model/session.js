// A visit to one table: what is known of the table, the turn being composed, and what is looked at. Touches no screen.

/** @import { ChangeView, ClientMessage, CommandId, PageView, PlayerView, ProposalView, ServerMessage, SwapView } from "../../protocol.js" */
/** @import { Command } from "./outbox.js" */
/** @import { Room } from "./room.js" */
/** @import { Manner } from "./turn.js" */
import { OFFER_TOO_LATE, TABLE_CHANGED } from "../sentences/page.js";
import { Aim } from "./aim.js";
import { cellsOf } from "./clicks.js";
import { Conversation } from "./conversation.js";
import { chairsHere, isHere, seatHere } from "./device.js";
import { uuid } from "./ids.js";
import { News } from "./news.js";
import { Outbox } from "./outbox.js";
import { droppedSeats, reduce, roomOf, toMove, toMoveAfter } from "./room.js";
import { ServerTime } from "./server-time.js";
import { staged, Timeline } from "./timeline.js";
import { Turn } from "./turn.js";

/** The version of the protocol that this page speaks. */
export const VERSION = 5;

/** How a table goes on. */
const PHASES = ["waiting", "playing", "over"];

/** @typedef {import("./state.js").State} State */

/**
 * What a session needs from outside.
 * @typedef {object} Outside
 * @property {(message: ClientMessage) => void} send sends if the connection is open, else does nothing
 * @property {() => void} [reopen] opens the connection again: only then the server learns who we are
 * @property {() => void} [changed] called after the session has changed, except by a message
 * @property {() => Manner} [manner] how the player likes turns to be sent
 * @property {() => boolean} [turnsBoard] whether the board is rotated for each of several players on this device
 * @property {() => number} [clock] milliseconds that are counted evenly
 */

export class Session {
  /** @type {Room} */
  room;
  timeline = new Timeline();
  outdated = false;
  connected = true;
  /** Whether the table is no more. */
  lost = false;
  sitProblem = "";
  /** @type {number | null} */
  shownPly = null;
  #again = 0;
  /** How many plies the game had when the turn that is composed began. */
  #composedAfter = 0;
  /** @type {number | null} none until the game begins: then our own seat is at the bottom */
  #rotation = null;
  /** The seat on this device for which the board was rotated last. */
  #bottom = 0;
  /** The seat for which the turn is composed. */
  #composedFor = 0;
  #news = new News();
  #conversation;
  #outside;
  #outbox;
  #time;
  /** @type {((you: PlayerView | null) => void)[]} */
  #welcomes = [];
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
   * @param {PageView} page
   * @param {Outside} outside
   */
  constructor(page, outside) {
    this.page = page;
    this.kind = page.kind;
    this.room = roomOf(page);
    this.#outside = outside;
    this.#outbox = new Outbox(outside.send);
    this.#conversation = new Conversation(page.chat, this.#outbox);
    this.#time = new ServerTime(outside.clock ?? (() => 0), page.now ?? 0);
    this.#news.open(this.table);
    const send = (/** @type {Parameters<ConstructorParameters<typeof Turn>[0]>[0]} */ message) =>
      message.t === "play" ? this.#outbox.send({ ...message, ...this.#as(this.seat) }) : outside.send(message);
    this.turn = new Turn(send, {
      manner: (costs) => (costs ? "confirm" : (outside.manner?.() ?? "at-once")),
      changed: () => this.changed(),
    });
    this.aim = new Aim(this.turn, () => this.changed());
    this.#orient();
  }

  /** The turns that are shown on the board as suggestions: each by the ply of its position, and for which turn of the table. */
  #suggested = { turn: -1, turns: /** @type {Map<number, ChangeView[]>} */ (new Map()) };

  /** A refusal that belongs to no field, or other news. */
  get notice() {
    return this.#news.notice;
  }

  set notice(sentence) {
    this.#news.notice = sentence;
  }

  /** The table as the server last told of it. */
  get table() {
    return this.room.table;
  }

  get plies() {
    return this.table.plies;
  }

  /** The ply whose position is on the screen; 0 is the start. */
  get ply() {
    return this.shownPly ?? this.plies.length;
  }

  /** Our chair, from 0, or the first one on this device; -1 if all here are watching. */
  get chair() {
    const here = chairsHere(this.table, this.room.you);
    const own = here.find((chair) => this.table.chairs[chair]?.id === this.room.you?.id);
    return own ?? here[0] ?? -1;
  }

  /** The seats that are played on this device, once the game has begun. */
  get seats() {
    return this.table.phase === "waiting" ? [] : chairsHere(this.table, this.room.you).map((chair) => chair + 1);
  }

  /** The seats of this device that can resign: those still in the game, unless their resignation is on its way. */
  get inPlay() {
    const [dropped, resigned] = [droppedSeats(this.table), [...this.#resigned.values()]];
    return this.seats.filter((seat) => !dropped.has(seat) && !resigned.includes(seat));
  }

  /** The seat that this device acts for; 0 if there is none. */
  get seat() {
    return seatHere(this.seats, this.toMove, droppedSeats(this.table), this.table.chairs.length);
  }

  /** Whether somebody here still takes part in a game that is going on. */
  get playing() {
    return this.table.phase === "playing" && this.seat > 0 && !droppedSeats(this.table).has(this.seat);
  }

  get toMove() {
    return toMove(this.table);
  }

  /** Whether the table has gone back to before the part of it that its page was made for: the start or the end was lost. */
  get isBeforeItsPage() {
    return PHASES.indexOf(this.table.phase) < PHASES.indexOf(this.page.table.phase);
  }

  /** The server's time: that of deadlines. */
  get serverNow() {
    return this.#time.now;
  }

  /** The ways in which the board can be rotated. */
  get rotations() {
    return [...new Set([0, ...this.kind.layout.rotations])];
  }

  /** @returns {State} */
  get state() {
    const { kind, table, connected, outdated, notice, sitProblem, chair, seats, seat, playing, shownPly, ply } = this;
    const diagram = this.timeline.at(table, ply);
    const turn = this.turn.state;
    return {
      ...{ kind, table, connected, outdated, notice, sitProblem, chair, seats, seat, playing, shownPly, ply, turn, diagram },
      bottom: seats.length > 1 ? this.#bottom : seat,
      you: this.room.you,
      live: this.room.live,
      turnsElsewhere: this.room.turns,
      nudgedElsewhere: this.room.nudged,
      ...this.#conversation.state,
      toMove: this.toMove,
      shownToMove: shownPly === null ? this.toMove : toMoveAfter(table, ply),
      dropped: droppedSeats(table, ply),
      aimed: this.aim.cell,
      targets: this.aim.targets,
      drawn: shownPly === null ? staged(diagram, turn) : diagram,
      last: this.plies[ply - 1]?.changes ?? [],
      suggested: (this.#suggested.turn === table.turn && this.#suggested.turns.get(ply)) || [],
      again: this.#again,
      rotation: this.#rotation ?? 0,
    };
  }

  /** Something was done here, perhaps to the turn: what follows from it is brought up to date, and shown. */
  changed() {
    this.#follow();
    this.#outside.changed?.();
  }

  #follow() {
    this.#orient();
    this.aim.follow(this.shownPly === null ? cellsOf(this.turn.level) : new Set(), this.shownPly === null);
  }

  #orient() {
    if (this.table.phase === "waiting") return;
    const turns = this.seats.length > 1 && this.playing && this.#outside.turnsBoard?.();
    if (this.#rotation !== null && !(turns && this.#bottom !== this.seat)) return;
    this.#bottom = this.seat;
    this.#rotation = this.kind.layout.rotations[this.seat - 1] ?? 0;
  }

  /** The connection is open. */
  hello() {
    const { changed_at } = this.table;
    const at = changed_at === undefined ? {} : { at: changed_at };
    this.#outside.send({ t: "hello", version: VERSION, have: { table: this.room.seq, ...at, ...this.#conversation.have } });
  }

  /** The connection is lost, or found to be lost. */
  disconnected() {
    this.connected = this.lost;
    this.changed();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.connected = true;
    if (message.t === "welcome") this.#time.restart(message.now);
    if (message.t === "pong") this.#time.hear(message.now);
    const room = reduce(this.room, message);
    if (room === "missed") return this.hello();
    const before = this.room;
    this.room = room;
    this.#conversation.receive(message, room.you);
    if (message.t === "welcome") this.#welcomed(message.version, message.you);
    if (message.t === "done") this.#done(message.id, message.seq);
    if (message.t === "preview") this.turn.answer(message.id, message.preview);
    if (message.t === "refused") this.#refused(message);
    if (message.t === "event" || message.t === "snapshot" || message.t === "welcome") this.#settle();
    if (message.t === "event" && room !== before) this.#news.hear(message.event, before, this);
    if (message.t === "snapshot") this.#news.see(before, room);
    this.#dropLostTurns();
    this.#dropOldOffers(before);
    if (this.shownPly !== null && this.shownPly >= this.plies.length) this.shownPly = null;
    if (this.room.seq >= this.#sitsAt) this.#sat();
    this.#follow();
  }

  /** Whether somebody who sits at the table plays on this device. @param {string} player */
  isHere(player) {
    return isHere(this.room.you, this.table.chairs.find((other) => other?.id === player) ?? null);
  }

  /** An offer, or an answer to one, that is still on its way when the game goes on is about a game that is no more. @param {Room} before */
  #dropOldOffers({ table }) {
    const { turn, offer } = this.table;
    this.#outbox.drop((command) => command.t === "answer" && command.offer !== offer?.id);
    this.#outbox.drop((command) => (command.t === "nudge" || (command.t === "ask_for_seat" && !this.table.chairs[command.seat - 1]?.level)) && command.turn !== turn);
    const dropped = this.#outbox.drop((command) => command.t === "offer" && command.turn !== turn && !this.#givesUp(command.proposal));
    if (dropped && !this.seats.includes(table.offer?.seat ?? 0)) this.notice = OFFER_TOO_LATE;
  }

  /** A turn that is still on its way, and was composed for one that the database has lost, is about another game. */
  #dropLostTurns() {
    this.#outbox.drop((command) => command.t === "play" && command.turn > this.table.turn);
  }

  /** Whether a seat of ours is left to a bot, which is meant at any turn, or a bot has it already. @param {ProposalView} proposal */
  #givesUp(proposal) {
    return proposal.what === "bot" && (this.seats.includes(proposal.seat) || Boolean(this.table.chairs[proposal.seat - 1]?.level));
  }

  /** @type {(version: number, you: PlayerView | null) => void} */
  #welcomed(version, you) {
    this.outdated = version !== VERSION;
    this.#outbox.resend();
    this.turn.resume();
    this.#welcomes.splice(0).forEach((resolve) => resolve(you));
  }

  /** Opens the connection again, since we are somebody else now. Resolves once the server has said who. */
  reopen() {
    const welcome = new Promise((/** @type {(you: PlayerView | null) => void} */ resolve) => this.#welcomes.push(resolve));
    this.#outside.reopen?.();
    return welcome;
  }

  /** @type {(id: CommandId, seq: number) => void} */
  #done(id, seq) {
    this.#outbox.done(id);
    this.#conversation.sent(id);
    this.#answered(id, "");
    if (id === this.#sitting) this.#sitsAt = seq;
  }

  /** @param {Extract<ServerMessage, { t: "refused" }>} refusal */
  #refused({ id, code, sentence }) {
    if (code === "version") {
      this.outdated = true;
      return;
    }
    // The page says so already; whoever wants to join is told once more.
    if (code === "other_address" && this.#welcomes.length === 0) return;
    if (code === "table_lost") this.lost = true;
    // It was dropped with what it was about, and that has been said.
    if (code === "wrong_turn" && id !== null && !this.#outbox.has(id) && !this.turn.awaits(id)) return;
    if (id !== null && !this.#outbox.refused(id, code)) return;
    if (id !== null) this.#resigned.delete(id);
    if (this.turn.refuse(id, code, sentence) || this.#answered(id, sentence, code)) return;
    if (this.#conversation.refused(id, sentence)) return;
    if (id !== null && id === this.#sitting) {
      this.sitProblem = sentence;
      this.#sat();
    } else {
      this.notice = sentence;
    }
  }

  /** Makes the composed turn be about the present position. */
  #settle() {
    const { turn, plies, table } = this;
    const ours = this.playing && this.toMove === this.seat;
    const made = turn.ours && turn.number !== table.turn && plies[this.#composedAfter]?.seat === this.#composedFor;
    if (!ours || made || (turn.ours && this.#composedFor !== this.seat)) {
      // What was said about a turn lasts no longer than the turn.
      if (turn.ours) this.notice = "";
      turn.end();
    }
    if (ours) {
      if (turn.ours && turn.number !== table.turn && turn.steps.length > 0) this.notice = TABLE_CHANGED;
      turn.begin(table.turn);
      this.#composedAfter = plies.length;
      this.#composedFor = this.seat;
    }
    if (this.chair >= 0) this.sitProblem = "";
  }

  /** Shows the position after ply `n`; the newest one is followed as the game goes on. @param {number} n */
  look(n) {
    const ply = Math.max(0, Math.min(n, this.plies.length));
    this.shownPly = ply === this.plies.length ? null : ply;
    this.changed();
  }

  /** Shows what turns would change, each in its position, until the game goes on. @param {Map<number, ChangeView[]>} turns by the ply of the position */
  suggest(turns) {
    this.#suggested = { turn: this.table.turn, turns };
    this.changed();
  }

  /** Shows the newest turn once more. */
  showAgain() {
    this.shownPly = null;
    this.#again += 1;
    this.changed();
  }

  /** Rotates the board to its next way. */
  rotate() {
    const { rotations } = this;
    this.#rotation = rotations[(rotations.indexOf(this.#rotation ?? 0) + 1) % rotations.length];
    this.changed();
  }

  /** Says something that belongs to no field. @param {string} sentence */
  tell(sentence) {
    this.notice = sentence;
    this.changed();
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
    this.#command({ t: "sit", id, chair, name });
    return sat;
  }

  /** A chair or a name could not be taken. @param {string} sentence */
  cannotSit(sentence) {
    this.sitProblem = sentence;
    this.changed();
  }

  /** Leaves a chair on this device. @param {number} chair from 0 */
  stand(chair) {
    this.#command({ t: "stand", id: uuid(), ...this.#as(chair + 1) });
  }

  /** As the host, removes somebody. @param {string} player */
  remove(player) {
    const { chairs, host } = this.table;
    this.#command({ t: "remove", id: uuid(), player, ...this.#as(chairs.findIndex((player) => player?.id === host) + 1) });
  }

  /** As the host, puts bots on free chairs. @type {(chairs: number[], level: number) => void} */
  seatBots(chairs, level) {
    for (const chair of chairs) this.#command({ t: "seat_bot", id: uuid(), chair, level });
  }

  /** Moves to a free chair. @param {number} chair from 0 */
  changeChair(chair) {
    this.#command({ t: "change_chair", id: uuid(), chair, ...this.#as(this.chair + 1) });
  }

  /** Asks whoever sits there to swap chairs. @param {number} chair from 0 */
  offerSwap(chair) {
    const [from, to] = [this.table.chairs[this.chair], this.table.chairs[chair]];
    if (from && to) this.#command({ t: "offer_swap", id: uuid(), swap: { from: from.id, from_chair: this.chair, to: to.id, to_chair: chair }, ...this.#as(this.chair + 1) });
  }

  /** Answers who asks to swap chairs, or withdraws our own question. @type {(swap: SwapView, agree: boolean) => void} */
  answerSwap(swap, agree) {
    const chair = this.isHere(swap.to) ? swap.to_chair : swap.from_chair;
    this.#command({ t: "answer_swap", id: uuid(), swap, agree, ...this.#as(chair + 1) });
  }

  /** Carries out a command. Resolves with why it was refused; empty if it is done. @param {Command} command */
  ask(command) {
    const answer = new Promise((/** @type {(sentence: string) => void} */ resolve) => this.#asked.set(command.id, resolve));
    this.#command(command);
    return answer;
  }

  /** @type {(id: CommandId | null, sentence: string, code?: string) => boolean} whether somebody waits for it */
  #answered(id, sentence, code = "") {
    const resolve = id === null ? undefined : this.#asked.get(id);
    if (id !== null) this.#asked.delete(id);
    resolve?.(sentence, code);
    return resolve !== undefined;
  }

  /** Stops the start of the game, or lets it go on. @param {boolean} held */
  holdStart(held) {
    this.#command({ t: "hold_start", id: uuid(), held, ...this.#as(this.chair + 1) });
  }

  /** Writes a line into the chat. @param {string} text */
  say(text) {
    this.#conversation.say(text);
    this.changed();
  }

  /** A line could not be written. @type {(text: string, sentence: string) => void} */
  cannotSay(text, sentence) {
    this.#conversation.cannotSay(text, sentence);
    this.changed();
  }

  /** A line that was refused, to be written again: each once. */
  takeUnsent() {
    return this.#conversation.takeUnsent();
  }

  /** As the host, silences somebody who watches, or lets them write again. @type {(player: string, silenced: boolean) => void} */
  silence(player, silenced) {
    this.#command({ t: "silence", id: uuid(), player, silenced });
  }

  /** @param {number} seat one of those on this device */
  resign(seat) {
    const id = uuid();
    this.#resigned.set(id, seat);
    this.#command({ t: "resign", id, ...this.#as(seat) });
  }

  /** Offers something to the others. @type {(proposal: ProposalView, seat?: number) => void} `seat` is one on this device */
  offer(proposal, seat = this.seat) {
    this.#command({ t: "offer", id: uuid(), turn: this.table.turn, proposal, ...this.#as(seat) });
  }

  /** Nudges the player to move. */
  nudge() {
    this.#command({ t: "nudge", id: uuid(), turn: this.table.turn, ...this.#as(this.seat) });
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
        if (sentence !== "" && !isName) this.tell(sentence);
        resolve(isName ? sentence : "");
      }),
    );
    this.#command({ t: "ask_for_seat", id, turn: this.table.turn, seat, name });
    return asked;
  }

  /** Agrees to the offer that is shown or declines it, or withdraws it if it is ours. @type {(agree: boolean, seat?: number) => void} `seat` is one on this device */
  answer(agree, seat = this.seat) {
    const { offer } = this.table;
    if (offer) this.#command({ t: "answer", id: uuid(), offer: offer.id, agree, ...this.#as(seat) });
  }

  /** For whom a command is, unless it is for the player of this browser. @type {(seat: number) => { as?: string }} */
  #as(seat) {
    const player = this.table.chairs[seat - 1];
    return player && player.id !== this.room.you?.id ? { as: player.id } : {};
  }

  /** @param {Command} command */
  #command(command) {
    this.notice = "";
    this.#outbox.send(command);
    this.changed();
  }
}
