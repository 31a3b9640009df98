// A visit to one table: what is known of the table, and the turn being composed. What is looked at and what the server is told
// to do have modules of their own. Touches no screen.

/** @import { ClientFrame, CommandId, PageView, PlayerView, ServerMessage } from "../../protocol.js" */
/** @import { Room } from "./room.js" */
/** @import { Manner } from "./turn.js" */
import { OFFER_TOO_LATE, TABLE_CHANGED } from "../sentences/page.js";
import { Aim } from "./aim.js";
import { cellsOf } from "./clicks.js";
import { Commands } from "./commands.js";
import { Conversation } from "./conversation.js";
import { chairsHere, isHere, seatHere } from "./device.js";
import { News } from "./news.js";
import { droppedSeats, reduce, roomOf, toMove } from "./room.js";
import { ServerTime } from "./server-time.js";
import { Turn } from "./turn.js";
import { Viewpoint } from "./viewpoint.js";

/** The version of the protocol that this page speaks. */
export const VERSION = 10;

/** How a table goes on. */
const PHASES = ["waiting", "playing", "over"];

/** @typedef {import("./state.js").State} State */

/**
 * What a session needs from outside.
 * @typedef {object} Outside
 * @property {(frame: ClientFrame) => void} send sends if the connection is open, else does nothing
 * @property {() => void} [reopen] opens the connection again: only then the server learns who we are
 * @property {() => void} [changed] called after the session has changed, except by a message
 * @property {() => Manner} [manner] how the player likes turns to be sent
 * @property {() => boolean} [turnsBoard] whether the board is rotated for each of several players on this device
 * @property {() => number} [clock] milliseconds that are counted evenly
 */

export class Session {
  /** @type {Room} */
  room;
  outdated = false;
  connected = true;
  /** Whether the table is no more. */
  lost = false;
  /** Whether the host has removed us: nobody invites us then. */
  removed = false;
  /** How many plies the game had when the turn that is composed began. */
  #composedAfter = 0;
  /** The seat for which the turn is composed. */
  #composedFor = 0;
  #news = new News();
  #outside;
  #time;
  /** @type {((you: PlayerView | null) => void)[]} */
  #welcomes = [];

  /**
   * @param {PageView} page
   * @param {Outside} outside
   */
  constructor(page, outside) {
    this.page = page;
    this.kind = page.kind;
    this.room = roomOf(page);
    this.#outside = outside;
    const changed = () => this.changed();
    this.view = new Viewpoint(page.kind, () => this.table, changed);
    this.commands = new Commands(this, outside.send, { sending: () => (this.notice = ""), sent: changed, refused: (sentence) => this.notify(sentence) });
    this.conversation = new Conversation(page.chat, this.commands.outbox, changed);
    this.#time = new ServerTime(outside.clock ?? (() => 0), page.now ?? 0);
    this.#news.open(this.table);
    const manner = (/** @type {boolean} */ costs) => (costs ? "confirm" : (outside.manner?.() ?? "at-once"));
    this.turn = new Turn({ ask: outside.send, play: (turn) => this.commands.play(turn) }, { manner, changed });
    this.aim = new Aim(this.turn, changed);
    this.#orient();
  }

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
    const [dropped, resigned] = [droppedSeats(this.table), this.commands.resigned];
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

  /** @returns {State} */
  get state() {
    const { kind, table, connected, outdated, notice, removed, chair, seats, seat, playing } = this;
    const turn = this.turn.state;
    return {
      ...{ kind, table, connected, outdated, notice, removed, chair, seats, seat, playing, turn },
      ...this.view.stateWith(turn),
      ...this.conversation.state,
      sitProblem: this.commands.sitProblem,
      bottom: seats.length > 1 ? this.view.bottom : seat,
      you: this.room.you,
      live: this.room.live,
      turnsElsewhere: this.room.turns,
      nudgedElsewhere: this.room.nudged,
      toMove: this.toMove,
      aimed: this.aim.cell,
      targets: this.aim.targets,
    };
  }

  /** Something was done here, perhaps to the turn: what follows from it is brought up to date, and shown. */
  changed() {
    this.#follow();
    this.#outside.changed?.();
  }

  #follow() {
    this.#orient();
    const isNewest = this.view.shownPly === null;
    this.aim.follow(isNewest ? cellsOf(this.turn.level) : new Set(), isNewest);
  }

  #orient() {
    if (this.table.phase === "waiting") return;
    this.view.orient(this.seat, this.seats.length > 1 && this.playing && Boolean(this.#outside.turnsBoard?.()));
  }

  /** The page is shown: a turn of ours begins before the connection is open, so that what is clicked by then is not lost. */
  start() {
    this.#settle();
  }

  /** The connection is open. */
  hello() {
    const { changed_at } = this.table;
    const at = changed_at === undefined ? {} : { at: changed_at };
    this.#outside.send({ t: "hello", version: VERSION, have: { table: this.room.seq, ...at, ...this.conversation.have } });
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
    if (message.t === "pong") this.#time.refine(message.now);
    const room = reduce(this.room, message);
    if (room === "missed") return this.hello();
    const before = this.room;
    this.room = room;
    this.conversation.receive(message, room.you);
    if (message.t === "welcome") this.#welcomed(message.version, message.you);
    if (message.t === "done") this.#done(message.id, message.seq);
    if (message.t === "preview") this.turn.answer(message.id, message.preview);
    if (message.t === "refused") this.#refused(message);
    if (message.t === "event" || message.t === "snapshot" || message.t === "welcome") this.#settle();
    if (message.t === "event" && room !== before) {
      if (message.event.e === "sides_swapped") this.view.changeSides();
      this.#news.receive(message.event, before, this);
      if (message.event.e === "stood" && message.event.removed && message.event.player === before.you?.id) this.removed = true;
    }
    if (message.t === "snapshot") this.#news.replaced(before, room);
    if (this.commands.dropOld(before.table)) this.notice = OFFER_TOO_LATE;
    this.view.followTable();
    this.commands.reached(room.seq);
    this.#follow();
  }

  /** Whether somebody who sits at the table plays on this device. @param {string} player */
  isHere(player) {
    return isHere(this.room.you, this.table.chairs.find((other) => other?.id === player) ?? null);
  }

  /** @type {(version: number, you: PlayerView | null) => void} */
  #welcomed(version, you) {
    this.outdated = version !== VERSION;
    this.commands.outbox.resend();
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
    this.commands.done(id, seq);
    this.conversation.sent(id);
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
    if (code === "wrong_turn" && id !== null && !this.commands.outbox.has(id) && !this.turn.awaits(id)) return;
    if (id !== null && !this.commands.isFinal(id, code)) return;
    if (this.turn.refuse(id, code, sentence) || this.commands.refused(id, code, sentence)) return;
    if (!this.conversation.refused(id, sentence)) this.notice = sentence;
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
    if (this.chair >= 0) this.commands.sitProblem = "";
  }

  /** Shows a sentence that belongs to no field. @param {string} sentence */
  notify(sentence) {
    this.notice = sentence;
    this.changed();
  }
}
