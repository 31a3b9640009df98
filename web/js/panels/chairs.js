// The table before the start: its chairs, who sits on them, and the form for taking one.

/** @import { PlayerView } from "../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, fresh, h, plain, setText } from "../dom.js";
import { nameGuest } from "../net/guest.js";
import { sentenceOf } from "../net/http.js";
import { chairIsFree, REMOVE, removePlayer, SIT_HERE, STAND_UP, TAG } from "../sentences/page.js";
import { tagList } from "./players.js";

export class Chairs {
  static root = "waiting";
  #root;
  #session;
  #list = byId("chairs");
  #form = byId("name-form");
  /** @type {HTMLInputElement} */
  #name = byId("name");
  #problem = byId("name-problem");
  /** The attempt to sit down that is under way. */
  #sitting = Promise.resolve();

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#name.value = session.room.you?.name ?? session.page.suggested_name;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sit((chairs) => chairs.indexOf(null));
    });
  }

  /** A second tap waits for the first, which may have done it all. @param {(chairs: (PlayerView | null)[]) => number} choose */
  #sit(choose) {
    const name = this.#name.value;
    this.#sitting = this.#sitting.then(() => sitDown(this.#session, choose, name));
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
    return [words, h("button", { type: "button", click: () => this.#sit(() => chair), "data-chair": chair }, SIT_HERE)];
  }

  /** @param {PlayerView} player */
  #taken(player) {
    const { room, table } = this.#session;
    const away = room.live !== null && !room.live.present.includes(player.id);
    const tags = [player.guest && TAG.guest, player.id === table.host && TAG.host, player.id === room.you?.id && TAG.you, away && TAG.away];
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

/**
 * Sits down under a name, which is made ours first.
 * @type {(session: Session, choose: (chairs: (PlayerView | null)[]) => number, name: string) => Promise<void>}
 */
export async function sitDown(session, choose, name) {
  const chair = choose(session.table.chairs);
  if (session.chair >= 0 || chair < 0) return;
  try {
    const { you } = session.room;
    if (you?.name !== name) await nameGuest(name);
    if (you === null) await session.reopen();
    await session.sit(chair, name);
  } catch (problem) {
    session.cannotSit(sentenceOf(problem));
  }
}
