// The panels of a game that is on, and what it may need later.

/** @import { Part } from "./parts.js" */
import { Actions } from "./actions.js";
import { Announcer } from "./announcer.js";
import { Composer } from "./composer.js";
import { byId } from "../dom.js";
import { FromHere } from "./from-here.js";
import { Hint } from "./hint.js";
import { addStyles, later } from "../net/later.js";
import { LatestTurn } from "./latest-turn.js";
import { Menus } from "./menus.js";
import { NEXT_TABLE } from "./next-table.js";
import { NOTE } from "./note-later.js";
import { chairsHere } from "../model/device.js";
import { Players } from "./players.js";
import { Replay } from "./replay.js";
import { TurnList } from "./turn-list.js";

/** In the order in which they are shown. */
export const PLAYING = [Players, Menus, Actions, Hint, Replay, FromHere, LatestTurn, Composer, TurnList, Announcer];

/** @type {() => Promise<typeof import("./best-turn.js")>} */
const loadBestTurn = later((again) => import(`./best-turn.js${again}`));
/** @type {() => Promise<typeof import("./offers.js")>} */
const loadOffers = later((again) => import(`./offers.js${again}`));
/** @type {() => Promise<typeof import("./away.js")>} */
const loadAway = later((again) => import(`./away.js${again}`));
/** @type {() => Promise<typeof import("./device.js")>} */
const loadDevice = later((again) => import(`./device.js${again}`));
/** @type {() => Promise<typeof import("./plan.js")>} */
const loadPlan = later((again) => import(`./plan.js${again}`));
/** @type {() => Promise<typeof import("./after-game.js")>} */
const loadAfterGame = later((again) => import(`./after-game.js${again}`));
/** @type {() => Promise<typeof import("./unseen-turns.js")>} */
const loadUnseenTurns = later((again) => import(`./unseen-turns.js${again}`));
const loadCoverStyles = later(() => addStyles(byId("device").dataset.styles ?? ""));
const loadAfterGameStyles = later(() => addStyles(byId("result").dataset.styles ?? ""));

/** What is loaded when the game has come to it. @type {Part[]} */
export const LATER_IN_GAME = [
  NEXT_TABLE,
  NOTE,
  {
    wanted: ({ table, seats }) => table.phase === "playing" && seats.length > 0,
    load: async () => ({ panels: [(await loadUnseenTurns()).UnseenTurns] }),
  },
  {
    wanted: ({ table, playing }) => playing && table.chairs.some((player) => player?.level),
    load: async () => ({ panels: [(await loadBestTurn()).BestTurn] }),
  },
  {
    wanted: ({ table }) => table.phase === "playing" && table.offer !== null,
    load: async () => ({ panels: [(await loadOffers()).Offers] }),
  },
  {
    // Those on this device are away only until the server has noticed that its page was opened again.
    wanted: ({ table, room }) => {
      const here = chairsHere(table, room.you).map((chair) => table.chairs[chair]?.id);
      return table.phase === "playing" && (room.live?.away ?? []).some(({ player }) => !here.includes(player));
    },
    load: async () => ({ panels: [(await loadAway()).Away] }),
  },
  {
    wanted: ({ table, room }) => chairsHere(table, room.you).length > 1 || (table.shared_devices ?? []).length > 0,
    load: async () => ({ panels: [(await Promise.all([loadDevice(), loadCoverStyles()]))[0].Device] }),
  },
  {
    wanted: ({ room }) => room.plans.length > 0,
    load: async () => ({ panels: [(await loadPlan()).Plan] }),
  },
  {
    wanted: ({ table }) => table.phase === "over",
    load: async () => ({ panels: (await Promise.all([loadAfterGame(), loadAfterGameStyles()]))[0].AFTER_GAME }),
    moves: true,
  },
];
