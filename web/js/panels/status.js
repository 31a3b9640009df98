// Whose turn it is: in words, by a badge, and in the title and the icon of the tab.

/** @import { State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { byId, renderIfChanged, setText } from "../dom.js";
import { holidayEnd } from "../model/room.js";
import { playerName } from "../model/who.js";
import { seatName } from "../sentences/game.js";
import { TAB_YOUR_TURN, tabTitle, theirTurn, waitingFor, yourTurn } from "../sentences/page.js";
import { appBadge } from "./app-badge.js";
import { favicon } from "./favicon.js";
import { headlineOf } from "./headline.js";

export class Status {
  static root = "status";
  #sentence;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#sentence = root;
  }

  /** @param {State} state */
  update(state) {
    const { kind, table, toMove, playing, seat } = state;
    const { body } = document;
    const mine = playing && toMove === seat;
    const title = titleOf(state, mine);
    if (body.dataset.phase !== table.phase) body.dataset.phase = table.phase;
    body.classList.toggle("mine", mine);
    setText(this.#sentence, statusOf(state));
    // In a game that is over, those who share the first place.
    const first = table.ending?.ranks.flatMap((rank, index) => (rank === 1 ? [index + 1] : [])) ?? [];
    const shown = toMove === null ? first : [toMove];
    renderIfChanged(byId("turn-badge"), shown, () => shown.map((seat) => badge(kind, seat)));
    if (document.title !== title) document.title = title;
    favicon(mine);
    appBadge(state.turnsElsewhere.length + Number(mine));
  }
}

/** How the game stands, in one sentence. @param {State} state */
function statusOf(state) {
  const { kind, table, toMove, seats, seat, live } = state;
  if (table.ending) return `${headlineOf(state, table.ending)}.`;
  if (table.phase === "waiting" || toMove === null) {
    const players = table.chairs.flatMap((player) => player ?? []);
    // A game of days begins also while somebody is away.
    const isSlow = Boolean(table.clock?.grace);
    const away = live && !isSlow ? players.filter(({ id }) => !live.present.includes(id)) : [];
    return waitingFor(
      table.chairs.length - players.length,
      away.map(({ name }) => name),
    );
  }
  if (toMove === seat && seats.length === 1) return yourTurn(seatName(kind, seat));
  return theirTurn(playerName(state, toMove), seatName(kind, toMove), holidayEnd(table.clocks, toMove, Date.now()) > 0);
}

/** @type {(state: State, mine: boolean) => string} */
function titleOf(state, mine) {
  return tabTitle(mine ? TAB_YOUR_TURN : statusOf(state).replace(/\.$/, ""), state.kind.title);
}
