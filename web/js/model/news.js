// What is said of events at the table that concern those on this device.

/** @import { EventView, KindView, OfferView, PlayerView, TableView } from "../../protocol.js" */
/** @import { Room } from "./room.js" */
import { outageCredited } from "../sentences/clock.js";
import { botTookOver, declined, REMOVED, removedHere, SEAT_TRANSFERRED, seatMoved, sidesSwapped } from "../sentences/page.js";
import { swapAsked, swapDeclined, takenBack, turnsLost } from "../sentences/page.js";
import { isHere } from "./device.js";
import { playerName } from "./who.js";

/** @typedef {{ kind: KindView, table: TableView, seats: number[], isHere: (player: string) => boolean }} Here what there is after an event, and who plays on this device */

/** After these events what was said of an offer or of a swap is old. */
const NEWER = ["swap_offered", "swap_declined", "table_changed", "offered", "played"];

export class News {
  notice = "";
  /** What was said last that a newer event makes old. */
  #passing = "";

  /** @type {(event: EventView, before: Room, now: Here) => void} */
  receive(event, before, now) {
    if (NEWER.includes(event.e) && this.notice === this.#passing) this.notice = "";
    // Whoever loses a seat or a chair without leaving it is told, and goes on watching.
    if (event.e === "seat_transferred" && event.to.level) {
      this.#show(botTookOver(nameBefore(before, event.from), event.to));
      // The bot may play at once; whose seat it was reads this all the same.
      if (event.from === before.you?.id) this.#passing = "";
    }
    if (event.e === "seat_transferred" && !event.to.level) this.notice = this.#lost(event.from, before, SEAT_TRANSFERRED, seatMoved);
    if (event.e === "stood" && event.removed) this.notice = this.#lost(event.player, before, REMOVED, removedHere);
    if (event.e === "outage_credited") this.notice = outageCredited(event.credit);
    if (event.e === "events_lost") this.notice = turnsLost(event.lost.turns);
    if (event.e === "taken_back") this.#show(takenBack(event.turns));
    if (event.e === "sides_swapped" && !now.isHere(event.player)) this.#show(sidesSwapped(nameWithId(now, event.player)));
    if (event.e === "swap_offered" && now.isHere(event.swap.to)) this.#show(swapAsked(nameWithId(now, event.swap.from)));
    if (event.e === "swap_declined" && now.isHere(event.swap.from) && !now.isHere(event.by)) this.#show(swapDeclined(nameWithId(now, event.swap.to)));
    if (event.e === "declined" && before.table.offer) this.#show(answerTo(before.table.offer, event.seat, now));
  }

  /** The page was opened: what the database has lost is news as long as nobody has played since. @param {TableView} table */
  open({ lost, turn, phase }) {
    if (lost && lost.turn === turn && phase !== "over") this.notice = turnsLost(lost.turns);
  }

  /** The whole table came anew. It may have gone back to what the database still had. @type {(before: Room, now: Room) => void} */
  replaced(before, { seq, table }) {
    const { lost } = table;
    if (lost && lost.seq !== before.table.lost?.seq) this.notice = turnsLost(lost.turns);
    else if (seq < before.seq) this.notice = turnsLost(Math.max(0, before.table.turn - table.turn));
  }

  /** @param {string} sentence */
  #show(sentence) {
    this.notice = this.#passing = sentence;
  }

  /** What is said when somebody here loses their place. @type {(id: string, before: Room, own: string, theirs: (name: string) => string) => string} */
  #lost(id, { table, you }, own, theirs) {
    const player = playerOf(table, id);
    if (!player || !isHere(you, player)) return this.notice;
    return id === you?.id ? own : theirs(player.name);
  }
}

/** What became of an offer that a seat declined; nothing if it was one here. @type {(offer: OfferView, seat: number, now: Here) => string} */
function answerTo(offer, seat, now) {
  return now.seats.includes(seat) ? "" : declined(playerName(now, seat), offer.proposal, seat === offer.seat);
}

/** @type {(table: TableView, id: string) => PlayerView | null} */
const playerOf = (table, id) => table.chairs.find((player) => player?.id === id) ?? null;

/** The name of somebody who sat there; empty if it is us. @type {(before: Room, id: string) => string} */
const nameBefore = ({ table, you }, id) => (id === you?.id ? "" : (playerOf(table, id)?.name ?? ""));

/** @type {(now: Here, id: string) => string} */
const nameWithId = ({ table }, id) => playerOf(table, id)?.name ?? "";
