// The table before the start: who is there, and the form for joining them.

/** @import { PlayerView, Swap } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { byId, renderIfChanged, h, plain, setText, withBdi } from "../dom.js";
import { isHere } from "../model/device.js";
import { chairToTake, keptFor } from "../model/kept.js";
import { chairOf } from "../model/room.js";
import { ADD_BOT, ADD_SOMEBODY, ASKED, chairIsFree, chairIsKept, invitation, joinAs, MOVE_HERE, moveToSeat } from "../sentences/before-start.js";
import { NO, offeredColour, REMOVE, REMOVED_HERE, removePlayer, STAND_UP, standsUp, SWAP, swapMeans, TABLE_FULL } from "../sentences/before-start.js";
import { swapWith, withPlayer, YES, yesSwap } from "../sentences/before-start.js";
import { seatName } from "../sentences/game.js";
import { TAG, WITHDRAW } from "../sentences/page.js";
import { sentenceOf } from "../net/http.js";
import { later } from "../net/later.js";
import { BeforeBoard } from "./before-board.js";
import { leaveRoomForHints } from "./page-layout.js";
import { noteRemoved, wasRemoved } from "../removed.js";
import { SitDown } from "./sit-down.js";
import { kindTag, tagList } from "./tags.js";

/** @type {() => Promise<typeof import("./add-player.js")>} */
const loadAdding = later((again) => import(`./add-player.js${again}`));
/** @type {() => Promise<typeof import("./bot-dialog.js")>} */
const loadBots = later((again) => import(`./bot-dialog.js${again}`));

export class Chairs {
  static root = "waiting";
  #root;
  #session;
  #list = byId("chairs");
  #form = byId("name-form");
  #join = /** @type {HTMLElement} */ (this.#form.querySelector("button"));
  /** @type {HTMLInputElement} */
  #name = byId("name");
  #problem = byId("name-problem");
  #sitDown;
  #place;
  /** The free chair that was picked, from 0: otherwise it is the first one. */
  #picked = -1;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#sitDown = new SitDown(session);
    this.#place = new BeforeBoard(root);
    this.#name.value = session.room.you?.name ?? session.page.suggested_name;
    this.#showName();
    session.removed = wasRemoved(session.table.code);
    const { kept } = session.table;
    if (kept) setTimeout(() => session.changed(), Math.max(0, kept.until - Date.now()));
    this.#name.addEventListener("input", () => this.#showName());
    // A tap puts the cursor somewhere after the field has the focus.
    this.#name.addEventListener("focus", () => requestAnimationFrame(() => this.#name.select()));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#sitDown.sit(() => this.#offered(), this.#name.value);
    });
  }

  #showName() {
    this.#join.replaceChildren(...withBdi(joinAs(this.#name.value.trim())));
  }

  /** The chair that joining takes, from 0; -1 if none is free. */
  #offered() {
    const { table, room } = this.#session;
    const open = table.chairs[this.#picked] === null && !this.#keptFor(this.#picked);
    return open ? this.#picked : chairToTake(table, room.you?.id, Date.now());
  }

  /** Somebody else for whom a free chair is kept. @param {number} chair */
  #keptFor(chair) {
    const { table, room } = this.#session;
    const player = keptFor(table, chair, Date.now());
    return player?.id === room.you?.id ? null : player;
  }

  /** @param {State} state */
  update(state) {
    const { table, you, live, chair, sitProblem } = state;
    const seated = chairOf(table, you?.id) >= 0;
    this.#root.hidden = table.phase !== "waiting";
    this.#place.follow();
    if (this.#root.hidden) return;
    leaveRoomForHints(willPlayBotsAlone(table.chairs, you));
    const present = live?.present ?? null;
    const free = this.#offered() >= 0;
    const kept = table.chairs.map((_, at) => this.#keptFor(at)?.name);
    // Seats of a rated game are for accounts; the page says so in the place of the form.
    this.#form.hidden = seated || !free || state.removed || Boolean(table.rated && you?.kind !== "member");
    const full = !table.chairs.includes(null);
    const removed = state.removed && !seated;
    if (removed) noteRemoved(table.code);
    byId("removed").hidden = !removed;
    setText(byId("removed"), removed ? REMOVED_HERE : "");
    setText(byId("no-seat"), full && chair < 0 && !removed ? TABLE_FULL : "");
    const listed = document.getElementById("listed");
    if (listed) listed.hidden = chair < 0 || full;
    // Whoever has an account plays under its name.
    this.#name.readOnly = you?.kind === "member";
    byId("waiting-menu").hidden = chair < 0 || Boolean(table.rated);
    setText(this.#problem, sitProblem);
    setText(byId("table-news"), table.change ?? "");
    this.#showOffer(state);
    renderIfChanged(this.#list, [table.chairs, table.host, table.swaps, present, you?.id, kept, state.removed], () =>
      table.chairs.map((player, at) => h("li", { class: "chair" }, ...(player ? this.#taken(player) : this.#free(at)))),
    );
    renderIfChanged(byId("fill-chairs"), [table.chairs, table.host, you?.id, kept, chair >= 0], () => this.#others());
  }

  /** Who invites, and which colour there is to play. @param {State} state */
  #showOffer({ kind, table }) {
    const host = table.chairs.find((player) => player !== null && player.id === table.host);
    const chair = this.#offered();
    setText(byId("invitation"), invitation(host?.name, kind.title));
    // Only then does the chair decide who starts, and in which colour.
    const seats = table.chairs.map((_, at) => at + 1).filter((seat) => table.starter !== "seated" || seat === chair + 1);
    renderIfChanged(byId("offered"), [table.starter, seats], () => [
      ...seats.map((seat) => badge(kind, seat)),
      ` ${offeredColour(
        table.starter,
        seats.map((seat) => seatName(kind, seat)),
      )}`,
    ]);
  }

  /** The chairs that nobody sits on and that are kept for nobody else, from 0. */
  #freeChairs() {
    return this.#session.table.chairs.flatMap((player, at) => (player === null && !this.#keptFor(at) ? [at] : []));
  }

  /** Whom else we can seat: somebody on this device and, as the host, bots. */
  #others() {
    const { table, room, chair } = this.#session;
    const free = this.#freeChairs();
    if (free.length === 0 || table.rated) return [];
    const add = chair >= 0 ? [button(ADD_SOMEBODY, "", () => void this.#add())] : [];
    return table.host === room.you?.id ? [...add, button(ADD_BOT, "", () => void this.#addBot(free))] : add;
  }

  /** @param {number} chair */
  #free(chair) {
    const { table, room } = this.#session;
    const kept = this.#keptFor(chair);
    if (kept) return [h("span", { class: "who" }, ...withBdi(chairIsKept(kept.name)))];
    const label = h("span", { class: "who" }, chairIsFree(chair + 1));
    if (chairOf(table, room.you?.id) >= 0) return [label, button(MOVE_HERE, moveToSeat(chair + 1), () => this.#session.commands.changeChair(chair))];
    if (this.#freeChairs().length < 2 || this.#session.removed) return [label];
    const pick = () => {
      this.#picked = chair;
      this.#showOffer(this.#session.state);
    };
    const checked = chair === this.#offered();
    const radio = h("input", { type: "radio", name: "chair", form: "name-form", change: pick, checked, "data-chair": chair });
    return [h("label", { class: "choice who" }, radio, chairIsFree(chair + 1))];
  }

  /** @param {PlayerView} player */
  #taken(player) {
    const { room, table } = this.#session;
    const asks = table.swaps.find(({ from, to }) => from === player.id && this.#session.isHere(to));
    if (asks) return this.#question(player.name, asks);
    const asked = table.swaps.some(({ from, to }) => this.#session.isHere(from) && to === player.id);
    const away = room.live !== null && !room.live.present.includes(player.id);
    const own = player.id === room.you?.id;
    const owner = table.chairs.find((other) => other !== null && other.id === player.companion_of);
    const device = isHere(room.you, player) ? TAG.here : owner ? withPlayer(owner.name) : "";
    const tags = [kindTag(player), player.id === table.host && TAG.host, own ? TAG.you : device, away && TAG.away, asked && ASKED];
    return [h("span", { class: "who" }, h("b", {}, h("bdi", {}, player.name)), ...tagList(tags)), ...this.#buttons(player)];
  }

  /** Somebody asks us to swap chairs. @type {(name: string, swap: Swap) => HTMLElement[]} */
  #question(name, swap) {
    const means = withBdi(swapMeans(name, swap.to_chair + 1, swap.from_chair + 1));
    const answer = (/** @type {boolean} */ agree) => this.#session.commands.answerSwap(swap, agree);
    return [h("span", { class: "who asks" }, ...means), button(YES, yesSwap(name), () => answer(true)), button(NO, "", () => answer(false))];
  }

  async #add() {
    try {
      (await loadAdding()).addPlayer();
    } catch (problem) {
      this.#session.commands.cannotSit(sentenceOf(problem));
    }
  }

  /** @param {number[]} free */
  async #addBot(free) {
    try {
      (await loadBots()).addBot(this.#session, free);
    } catch (problem) {
      this.#session.commands.cannotSit(sentenceOf(problem));
    }
  }

  /** @param {PlayerView} player */
  #buttons(player) {
    const session = this.#session;
    const { table, room, chair } = session;
    const { you } = room;
    if (isHere(you, player)) {
      const label = player.id === you?.id ? "" : standsUp(player.name);
      return [button(STAND_UP, label, () => session.commands.stand(chairOf(table, player.id)))];
    }
    const own = table.swaps.find(({ from }) => session.isHere(from));
    const swap = own
      ? button(WITHDRAW, "", () => session.commands.answerSwap(own, false))
      : button(SWAP, swapWith(player.name), () => session.commands.offerSwap(chairOf(table, player.id)));
    const remove = () => session.commands.remove(player.id);
    return [
      ...(chair >= 0 && (!own || own.to === player.id) ? [swap] : []),
      ...(session.isHere(table.host ?? "") ? [button(REMOVE, removePlayer(player.name), remove)] : []),
    ];
  }
}

/** A button; `label` says more than its words do, for those who do not see where it stands. @type {(text: string, label: string, click: () => void) => HTMLElement} */
function button(text, label, click) {
  return h("button", { type: "button", class: "quiet", click, "aria-label": label ? plain(label) : undefined }, text);
}

/** Whether a game between the reader and bots alone is about to begin. @type {(chairs: (PlayerView | null)[], you: PlayerView | null) => boolean} */
const willPlayBotsAlone = (chairs, you) =>
  chairs.some((player) => player?.id === you?.id) && chairs.every((player) => player && (player.level || player.id === you?.id));
