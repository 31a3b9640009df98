// One table as this page lives it: the room, the turn being composed, and the ply that is looked at. Knows no screen.

/** @import { ClientMessage, CommandId, EventView, PageView, PlayerView, ServerMessage } from "../protocol.js" */
/** @import { Command } from "./outbox.js" */
/** @import { Room } from "./room.js" */
import { uuid } from "./ids.js";
import { Outbox } from "./outbox.js";
import { chairOf, droppedSeats, reduce, roomOf, toMove } from "./room.js";
import { Timeline } from "./timeline.js";
import { Turn } from "./turn.js";

/** The version of the protocol that this page speaks. */
export const VERSION = 1;

export class Table {
  /** @type {Room} */
  room;
  turn;
  timeline = new Timeline();
  /** @type {number | null} the ply that is looked at; none: the newest */
  view = null;
  /** The last refusal that belongs to no field, or another thing to tell. */
  notice = "";
  /** Whether the server speaks another version. */
  outdated = false;
  #outbox;
  #transmit;
  /** @type {((you: PlayerView | null) => void)[]} */
  #welcomes = [];
  /** @type {CommandId | null} */
  #sitting = null;
  /** Why a chair or a name could not be taken. */
  sitProblem = "";

  /**
   * @param {PageView} page
   * @param {(message: ClientMessage) => void} transmit sends if the line is open, else does nothing
   */
  constructor(page, transmit) {
    this.page = page;
    this.kind = page.kind;
    this.room = roomOf(page);
    this.#transmit = transmit;
    this.#outbox = new Outbox(transmit);
    this.turn = new Turn((message) => (message.t === "play" ? this.#outbox.send(message) : transmit(message)));
  }


  get plies() {
    return this.room.table.plies;
  }

  get phase() {
    return this.room.table.phase;
  }

  /** The ply whose position is on the screen; 0 is the start. */
  get shown() {
    return this.view ?? this.plies.length;
  }

  get toMove() {
    return toMove(this.room.table);
  }

  /** Our chair, counted from 0; -1 if we look on. */
  get chair() {
    return chairOf(this.room.table, this.room.you?.id);
  }

  /** Our seat, once the game has begun; 0 if we have none. */
  get seat() {
    return this.phase === "waiting" ? 0 : this.chair + 1;
  }

  get dropped() {
    return droppedSeats(this.room.table);
  }

  /** Whether we still take part. */
  get playing() {
    return this.phase === "playing" && this.seat > 0 && !this.dropped.has(this.seat);
  }

  get diagram() {
    return this.timeline.at(this.room.table, this.shown);
  }

  /** The line is open. */
  hello() {
    this.#transmit({ t: "hello", version: VERSION, have: this.room.seq });
  }

  /** @param {ServerMessage} message */
  receive(message) {
    const room = reduce(this.room, message);
    if (room === "missed") return this.hello();
    const before = this.room;
    this.room = room;
    if (message.t === "welcome") this.#welcomed(message.version, message.you);
    if (message.t === "done") this.#outbox.done(message.id);
    if (message.t === "preview") this.turn.answer(message.id, message.preview);
    if (message.t === "refused") this.#refused(message);
    if (message.t === "event" || message.t === "snapshot" || message.t === "welcome") this.#settle();
    if (message.t === "event" && room !== before) this.#tellLoss(message.event);
  }

  /** Who has lost a seat or a chair without leaving it is told so, and looks on. @param {EventView} event */
  #tellLoss(event) {
    const you = this.room.you?.id;
    if (event.e === "moved" && event.from === you) {
      this.notice = "Your seat is played on another device now. Here you look on.";
    }
    if (event.e === "stood" && event.removed && event.player === you) {
      this.notice = "The host has given your chair free. You can take one again.";
    }
  }

  /** @type {(version: number, you: PlayerView | null) => void} */
  #welcomed(version, you) {
    this.outdated = version !== VERSION;
    this.#outbox.resend();
    this.turn.resume();
    this.#welcomes.splice(0).forEach((go) => go(you));
  }

  /** The line is being opened anew: resolves once the server has said who we are. */
  welcome() {
    return new Promise((/** @type {(you: PlayerView | null) => void} */ go) => this.#welcomes.push(go));
  }

  /** @param {Extract<ServerMessage, { t: "refused" }>} refusal */
  #refused({ id, code, sentence }) {
    if (code === "version") {
      this.outdated = true;
      return;
    }
    if (id !== null && !this.#outbox.refused(id, code)) return;
    if (this.turn.refuse(id, code, sentence)) return;
    if (id !== null && id === this.#sitting) this.sitProblem = sentence;
    else this.notice = sentence;
  }

  /** Sees to it that the composed turn is about the present position. */
  #settle() {
    const { turn, plies } = this;
    const made = turn.ours && plies[turn.number]?.seat === this.seat;
    if (made || this.toMove !== this.seat || !this.playing) {
      // What there was to say of a turn is said no longer than the turn lasts.
      if (turn.ours) this.notice = "";
      turn.end();
    }
    if (this.playing && this.toMove === this.seat) {
      if (turn.ours && turn.number !== plies.length && turn.steps.length > 0) {
        this.notice = "The table changed while you were composing your turn. Your steps are kept.";
      }
      turn.begin(plies.length);
    }
    if (this.chair >= 0) this.sitProblem = "";
  }

  /** Shows the position after ply `n`; the newest one is followed as the game goes on. @param {number} n */
  look(n) {
    const ply = Math.max(0, Math.min(n, this.plies.length));
    this.view = ply === this.plies.length ? null : ply;
  }

  /** @type {(chair: number, name: string) => void} */
  sit(chair, name) {
    this.#sitting = uuid();
    this.sitProblem = "";
    this.#command({ t: "sit", id: this.#sitting, chair, name });
  }

  stand() {
    this.#command({ t: "stand", id: uuid() });
  }

  /** @param {string} player */
  remove(player) {
    this.#command({ t: "remove", id: uuid(), player });
  }

  resign() {
    this.#command({ t: "resign", id: uuid() });
  }

  /** Offers a draw, or agrees to one. */
  offerDraw() {
    this.#command({ t: "offer_draw", id: uuid() });
  }

  /** @param {Command} command */
  #command(command) {
    this.notice = "";
    this.#outbox.send(command);
  }
}
