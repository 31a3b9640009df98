// What the page knows of a table, and how each message changes it. Pure.

/** @import { AwayView, ClocksView, EventView, PageView, PlanView, PlayerId, PlayerView, PlyView, ServerMessage, TableView } from "../../protocol.js" */
import { isDrop } from "../plies.js";

/** @typedef {{ present: PlayerId[], away: AwayView[], nudged: number | null, watchers: number, countdown: number | null }} Live */
/**
 * @typedef {object} Room
 * @property {number} seq
 * @property {TableView} table
 * @property {PlayerView | null} you
 * @property {Live | null} live
 * @property {string[]} turns the codes of the other tables where it is our turn
 * @property {string[]} nudged those of them where the others have nudged us
 * @property {PlanView[]} plans what those on this device have planned
 */

/**
 * The room as it was when the page was made.
 * @param {PageView} page
 * @returns {Room}
 */
export function roomOf(page) {
  const { seq, you, turns } = page;
  return { seq, you, turns, nudged: [], plans: [], live: null, table: { ...page.table, rematch: page.table.rematch ?? page.rematch } };
}

/** The page as the server would make it for this room. @type {(page: PageView, room: Room) => PageView} */
export const pageOf = (page, { seq, you, turns, table }) => ({ ...page, seq, you, turns, table, rematch: table.rematch });

/**
 * The room after a message; "missed" if events before this one are missing: then hello asks for them.
 * @param {Room} room
 * @param {ServerMessage} message
 * @returns {Room | "missed"}
 */
export function reduce(room, message) {
  switch (message.t) {
    case "welcome":
      return { ...room, you: message.you, plans: [] };
    case "snapshot":
      return { ...room, seq: message.seq, table: message.table };
    case "event":
      if (message.seq <= room.seq) return room;
      if (message.seq > room.seq + 1) return "missed";
      return { ...room, seq: message.seq, table: { ...applied(room.table, message.event, message.seq), changed_at: message.at } };
    case "turns":
      return { ...room, turns: message.tables, nudged: message.nudged };
    case "plans":
      return { ...room, plans: message.plans };
    case "live":
      return {
        ...room,
        live: { present: message.present, away: message.away, nudged: message.nudged, watchers: message.watchers, countdown: message.countdown },
      };
    default:
      return room;
  }
}

/**
 * The table after an event.
 * @param {TableView} table
 * @param {EventView} event
 * @param {number} seq the number of the event
 * @returns {TableView}
 */
function applied(table, event, seq) {
  switch (event.e) {
    case "created":
      return { ...table, host: event.host.id, chairs: table.chairs.with(0, event.host) };
    case "sat":
      return {
        ...table,
        held_by: null,
        chairs: table.chairs.with(event.chair, event.player),
        kept: keptWithout(table.kept, event.player.id),
      };
    case "stood":
      return seated({ ...table, held_by: null }, (player) => (player?.id === event.player ? null : player));
    case "seat_transferred":
      return {
        ...seated(table, (player) => (player?.id === event.from ? event.to : onDeviceAfter(event, player))),
        host: table.host === event.from ? event.to.id : table.host,
        held_by: table.held_by === event.from ? event.to.id : table.held_by,
        // Whoever asked for a seat has one now.
        offer: table.offer?.to?.id === event.to.id ? null : table.offer,
      };
    case "host_changed":
      return { ...table, host: event.host };
    case "start_held":
      return { ...table, held_by: event.held ? event.player : null };
    case "table_changed":
      return { ...table, ...event.table, clock: event.table.clock ?? undefined, change: event.table.change ?? undefined };
    case "swap_offered":
      return { ...table, held_by: event.held_by, swaps: [...table.swaps, event.swap] };
    case "swap_declined":
      return { ...table, swaps: table.swaps.filter((swap) => swap.from !== event.swap.from) };
    case "started":
      return {
        ...table,
        held_by: null,
        kept: null,
        swaps: [],
        change: undefined,
        phase: "playing",
        chairs: event.seats,
        shared_devices: event.shared_devices,
        ...clocks(event),
      };
    case "outage_credited":
    case "on_holiday":
      return { ...table, ...clocks(event) };
    case "events_lost":
      return { ...table, lost: event.lost, ...clocks(event) };
    case "offered":
      return { ...table, offer: { id: seq, seat: event.seat, proposal: event.proposal, asked: event.asked, agreed: [], to: null } };
    case "seat_asked": {
      const { player: to, seat, asked } = event;
      return { ...table, offer: { id: seq, seat, proposal: { what: "hand_over", to: to.id }, asked, agreed: [], to } };
    }
    case "sides_swapped":
      return { ...table, chairs: table.chairs.toReversed(), sides_swapped: true, turn: table.turn + 1, offer: null, ...clocks(event) };
    case "abandoned":
      return { ...table, offer: null, ending: event.ending, phase: "over" };
    case "agreed":
      return {
        ...table,
        offer: table.offer && !event.ending ? { ...table.offer, agreed: [...table.offer.agreed, event.seat] } : null,
        ending: event.ending,
        phase: event.ending ? "over" : table.phase,
        ...clocks(event),
      };
    case "declined":
      return { ...table, offer: null };
    case "taken_back":
      return { ...withoutTurns(table, event.turns), ...clocks(event) };
    case "rematch":
      return { ...table, rematch: event.rematch };
    case "played":
    case "dropped":
      return {
        ...table,
        plies: [...table.plies, event.ply],
        turn: table.turn + 1,
        offer: null,
        ending: event.ending,
        phase: event.ending ? "over" : table.phase,
        ...clocks(event),
      };
  }
}

/**
 * The table with other players on its chairs. A swap stands only as long as both sit where they sat.
 * @type {(table: TableView, change: (player: PlayerView | null) => PlayerView | null) => TableView}
 */
function seated(table, change) {
  const chairs = table.chairs.map(change);
  const swaps = table.swaps.filter(({ from, from_chair, to, to_chair }) => chairs[from_chair]?.id === from && chairs[to_chair]?.id === to);
  return { ...table, chairs, swaps };
}

/**
 * Somebody who sat on a device, after its owner's seat has passed on.
 * @type {(event: EventView & { e: "seat_transferred" }, player: PlayerView | null) => PlayerView | null}
 */
function onDeviceAfter({ from, to, with_device }, player) {
  return with_device && player?.companion_of === from ? { ...player, companion_of: to.id } : player;
}

/**
 * The clocks after an event, where there are any.
 * @param {{ clocks?: ClocksView }} event
 */
const clocks = (event) => (event.clocks ? { clocks: event.clocks } : {});

/**
 * The table without its last turns, which become turns that were taken back.
 * @type {(table: TableView, turns: number) => TableView}
 */
function withoutTurns(table, turns) {
  const kept = table.plies.length - turns;
  const going = new Set(table.plies.slice(kept));
  const all = allMade(table).map(({ number, ply, taken }, at) => ({ at, number, ply, taken: taken || going.has(ply) }));
  const taken_back = all.filter(({ taken }) => taken).map(({ at, number, ply }) => ({ at, number, ply }));
  return { ...table, plies: table.plies.slice(0, kept), taken_back, turn: table.turn + 1, offer: null };
}

/**
 * All turns and drops that were ever made, in the order in which they were.
 * @param {Pick<TableView, "plies" | "taken_back">} table
 * @returns {{ number: number, ply: PlyView, taken: boolean }[]}
 */
export function allMade({ plies, taken_back }) {
  const all = plies.map((ply, at) => ({ number: at + 1, ply, taken: false }));
  for (const { at, number, ply } of taken_back) all.splice(at, 0, { number, ply, taken: true });
  return all;
}

/**
 * The seat to move; none before the start and after the end.
 * @param {TableView} table
 * @returns {number | null}
 */
export function toMove(table) {
  return table.phase === "playing" ? toMoveAfter(table, table.plies.length) : null;
}

/**
 * The seat that was to move after ply `n`, as far as the rules say: a game may end otherwise, by agreement.
 * @type {(table: TableView, n: number) => number | null}
 */
export function toMoveAfter({ plies }, n) {
  return n === 0 ? 1 : plies[n - 1].to_move;
}

/** When the holiday of a player ends; 0 if they are not on holiday. @type {(clocks: import("../../protocol.js").ClocksView | undefined, seat: number, now: number) => number} */
export function holidayEnd(clocks, seat, now) {
  const until = clocks?.holidays?.find((holiday) => holiday.seat === seat)?.until ?? 0;
  return until > now ? until : 0;
}

/**
 * Whether a seat left the game because its time ran out.
 * @type {(table: TableView, seat: number) => boolean}
 */
export function isOutOfTime({ plies }, seat) {
  return plies.some((ply) => ply.seat === seat && ply.reason === "time");
}

/**
 * The chair somebody sits on, from 0; -1 for watchers.
 * @param {TableView} table
 * @param {PlayerId | undefined} id
 */
export function chairOf(table, id) {
  return table.chairs.findIndex((player) => player !== null && player.id === id);
}

/**
 * The seats that have left the game, or had by a ply.
 * @param {TableView} table
 * @param {number} [ply]
 * @returns {Set<number>}
 */
export function droppedSeats({ plies }, ply = plies.length) {
  return new Set(
    plies
      .slice(0, ply)
      .filter(isDrop)
      .map(({ seat }) => seat),
  );
}

/** The chairs that are kept once somebody has sat down. @type {(kept: TableView["kept"], player: PlayerId) => TableView["kept"]} */
function keptWithout(kept, player) {
  const chairs = (kept?.chairs ?? []).map((other) => (other?.id === player ? null : other));
  return kept && chairs.some((other) => other !== null) ? { ...kept, chairs } : null;
}
