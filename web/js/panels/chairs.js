// The table before the start: its chairs, who sits on them, and the form for taking one.

/** @import { PlayerView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, fresh, h, plain, setText } from "../dom.js";
import { chairIsFree, REMOVE, removePlayer, SIT_HERE, STAND_UP, TAG } from "../sentences/page.js";
import { kindTag, tagList } from "./players.js";
import { SitDown } from "./sit-down.js";

export class Chairs {
  static root = "waiting";
  #root;
  #session;
  #list = byId("chairs");
  #form = byId("name-form");
  /** @type {HTMLInputElement} */
  #name = byId("name");
  #problem = byId("name-problem");
  #sitDown;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#sitDown = new SitDown(session);
    this.#name.value = session.room.you?.name ?? session.page.suggested_name;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#sitDown.sit((chairs) => chairs.indexOf(null), this.#name.value);
    });
  }

  /** @param {State} state */
  update({ table, you, live, chair, sitProblem }) {
    this.#root.hidden = table.phase !== "waiting";
    if (this.#root.hidden) return;
    const present = live?.present ?? null;
    this.#form.hidden = chair >= 0 || !table.chairs.includes(null);
    setText(this.#problem, sitProblem);
    fresh(this.#list, [table.chairs, table.host, present, you?.id], () =>
      table.chairs.map((player, at) => h("li", { class: "chair" }, ...(player ? this.#taken(player) : this.#free(at)))),
    );
  }

  /** @param {number} chair */
  #free(chair) {
    const words = h("span", { class: "who" }, chairIsFree(chair + 1));
    if (this.#session.chair >= 0) return [words];
    const sit = () => void this.#sitDown.sit(() => chair, this.#name.value);
    return [words, h("button", { type: "button", click: sit, "data-chair": chair }, SIT_HERE)];
  }

  /** @param {PlayerView} player */
  #taken(player) {
    const { room, table } = this.#session;
    const away = room.live !== null && !room.live.present.includes(player.id);
    const tags = [kindTag(player), player.id === table.host && TAG.host, player.id === room.you?.id && TAG.you, away && TAG.away];
    return [h("span", { class: "who" }, h("b", {}, h("bdi", {}, player.name)), ...tagList(tags)), ...this.#buttons(player)];
  }

  /** @param {PlayerView} player */
  #buttons(player) {
    const session = this.#session;
    const { you } = session.room;
    if (player.id === you?.id) return [h("button", { type: "button", class: "quiet", click: () => session.stand() }, STAND_UP)];
    if (you === null || session.table.host !== you.id) return [];
    const remove = () => session.remove(player.id);
    return [h("button", { type: "button", class: "quiet", click: remove, "aria-label": plain(removePlayer(player.name)) }, REMOVE)];
  }
}
