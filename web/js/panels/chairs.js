// The table before the start: its chairs, who sits on them, and the name under which to take one.

/** @import { PlayerView } from "../protocol.js" */
/** @import { Table } from "../model/session.js" */
import { byId, fresh, h } from "../dom.js";

/**
 * @typedef {object} Deeds
 * @property {(chair: number, name: string) => void} sit
 * @property {() => void} stand
 * @property {(player: string) => void} remove
 */

export class Chairs {
  #list = byId("chairs");
  #form = byId("name-form");
  /** @type {HTMLInputElement} */
  #name = byId("name");
  #problem = byId("name-problem");
  #table;
  #deeds;

  /**
   * @param {Table} table
   * @param {Deeds} deeds
   */
  constructor(table, deeds) {
    this.#table = table;
    this.#deeds = deeds;
    this.#name.value = table.room.you?.name ?? table.page.suggested_name;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const free = table.room.table.chairs.findIndex((player) => player === null);
      if (free >= 0) deeds.sit(free, this.#name.value);
    });
  }

  show() {
    const table = this.#table;
    const { chairs, host } = table.room.table;
    const here = table.room.live?.present ?? [];
    this.#form.hidden = table.chair >= 0 || chairs.every((player) => player !== null);
    this.#problem.textContent = table.sitProblem;
    fresh(this.#list, [chairs, host, here, table.room.you?.id], () =>
      chairs.map((player, chair) => h("li", { class: "chair" }, ...this.#chair(player, chair))),
    );
  }

  /** @type {(player: PlayerView | null, chair: number) => (Node | string)[]} */
  #chair(player, chair) {
    if (player) return [...this.#sitter(player), ...this.#buttons(player)];
    const words = `Chair ${chair + 1} is free`;
    if (this.#table.chair >= 0) return [h("span", { class: "who" }, words)];
    const sit = () => this.#deeds.sit(chair, this.#name.value);
    return [h("span", { class: "who" }, words), h("button", { type: "button", click: sit, "data-chair": chair }, "Sit here")];
  }

  /** @param {PlayerView} player */
  #sitter(player) {
    const { host } = this.#table.room.table;
    const away = !(this.#table.room.live?.present ?? [player.id]).includes(player.id);
    const tags = [
      player.guest && "guest",
      player.id === host && "host",
      player.id === this.#table.room.you?.id && "you",
      away && "away",
    ];
    const shown = tags.flatMap((tag) => (tag ? [" ", h("small", { class: "tag" }, tag)] : []));
    return [h("span", { class: "who" }, h("b", {}, player.name), ...shown)];
  }

  /** @param {PlayerView} player */
  #buttons(player) {
    const { room } = this.#table;
    if (player.id === room.you?.id) {
      return [h("button", { type: "button", class: "quiet", click: () => this.#deeds.stand() }, "Stand up")];
    }
    if (room.you === null || room.table.host !== room.you.id) return [];
    const remove = () => this.#deeds.remove(player.id);
    const label = `Remove ${player.name} from the table`;
    return [h("button", { type: "button", class: "quiet", click: remove, "aria-label": label }, "Remove")];
  }
}
