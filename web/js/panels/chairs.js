// The table before the start: who is there, and the form for joining them.

/** @import { PlayerView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { byId, fresh, h, plain, setText, words } from "../dom.js";
import { isHere } from "../model/device.js";
import { chairToTake, keptFor } from "../model/kept.js";
import { chairOf } from "../model/room.js";
import { seatName } from "../sentences/game.js";
import { ADD_SOMEBODY, chairIsFree, chairIsKept, invitation, joinAs, offeredColour, REMOVE, removePlayer, STAND_UP, standsUp, TAG, withPlayer } from "../sentences/page.js";
import { addPlayer } from "./add-player.js";
import { BeforeBoard } from "./before-board.js";
import { kindTag, tagList } from "./players.js";
import { SitDown } from "./sit-down.js";

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
    this.#join.replaceChildren(...words(joinAs(this.#name.value.trim())));
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
    const present = live?.present ?? null;
    const free = this.#offered() >= 0;
    const kept = table.chairs.map((_, at) => this.#keptFor(at)?.name);
    this.#form.hidden = seated || !free;
    byId("share").hidden = chair < 0 || !table.chairs.includes(null);
    byId("waiting-menu").hidden = chair < 0;
    setText(this.#problem, sitProblem);
    this.#showOffer(state);
    fresh(this.#list, [table.chairs, table.host, present, you?.id, kept], () =>
      table.chairs.map((player, at) => h("li", { class: "chair" }, ...(player ? this.#taken(player) : this.#free(at)))),
    );
  }

  /** Who invites, and which colour there is to play. @param {State} state */
  #showOffer({ kind, table }) {
    const host = table.chairs.find((player) => player !== null && player.id === table.host);
    const chair = this.#offered();
    setText(byId("invitation"), invitation(host?.name));
    // Only then does the chair decide who starts, and in which colour.
    const seats = table.chairs.map((_, at) => at + 1).filter((seat) => table.starter !== "seated" || seat === chair + 1);
    fresh(byId("offered"), [table.starter, seats], () => [
      ...seats.map((seat) => badge(kind, seat)),
      ` ${offeredColour(table.starter, seats.map((seat) => seatName(kind, seat)))}`,
    ]);
  }

  /** @param {number} chair */
  #free(chair) {
    const { table, room, chair: here } = this.#session;
    const kept = this.#keptFor(chair);
    if (kept) return [h("span", { class: "who" }, ...words(chairIsKept(kept.name)))];
    const free = table.chairs.flatMap((player, at) => (player === null && !this.#keptFor(at) ? [at] : []));
    const add = h("button", { type: "button", class: "quiet", click: addPlayer }, ADD_SOMEBODY);
    const seated = chairOf(table, room.you?.id) >= 0;
    if (seated || free.length < 2) return [h("span", { class: "who" }, chairIsFree(chair + 1)), ...(here >= 0 && chair === free[0] ? [add] : [])];
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
    const away = room.live !== null && !room.live.present.includes(player.id);
    const own = player.id === room.you?.id;
    const owner = table.chairs.find((other) => other !== null && other.id === player.companion_of);
    const device = isHere(room.you, player) ? TAG.here : owner ? withPlayer(owner.name) : "";
    const tags = [kindTag(player), player.id === table.host && TAG.host, own ? TAG.you : device, away && TAG.away];
    return [h("span", { class: "who" }, h("b", {}, h("bdi", {}, player.name)), ...tagList(tags)), ...this.#buttons(player)];
  }

  /** @param {PlayerView} player */
  #buttons(player) {
    const session = this.#session;
    const { table, room } = session;
    const { you } = room;
    if (isHere(you, player)) {
      const stand = () => session.stand(chairOf(table, player.id));
      const label = player.id === you?.id ? undefined : plain(standsUp(player.name));
      return [h("button", { type: "button", class: "quiet", click: stand, "aria-label": label }, STAND_UP)];
    }
    if (!table.chairs.some((host) => host?.id === table.host && isHere(you, host))) return [];
    const remove = () => session.remove(player.id);
    return [h("button", { type: "button", class: "quiet", click: remove, "aria-label": plain(removePlayer(player.name)) }, REMOVE)];
  }
}
