// The list of turns: each leads to the position after it.

/** @import { Table } from "../model/session.js" */
import { h } from "../dom.js";
import { Later } from "../after-paint.js";
import { badge } from "../board/picture.js";
import { isDrop } from "../model/room.js";
import { seatWord } from "../sentences/game.js";

export class Turns {
  /** @type {HTMLAnchorElement[]} one for each ply */
  #links = [];
  #list;
  #table;
  /** @type {HTMLAnchorElement | undefined} */
  #current;
  #later = new Later();

  /**
   * @param {HTMLElement} list
   * @param {Table} table
   */
  constructor(list, table) {
    this.#list = list;
    this.#table = table;
    list.replaceChildren();
  }

  show() {
    const { plies, shown } = this.#table;
    if (plies.length < this.#links.length) this.#clear();
    while (this.#links.length < plies.length) this.#add(this.#links.length);
    const current = this.#links[shown - 1];
    if (current === this.#current) return;
    this.#current?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    this.#current = current;
    // Where it is can be asked for nothing once the turn is drawn; before, all would be laid out twice.
    this.#later.do(() => this.#reveal());
  }

  #clear() {
    this.#links = [];
    this.#list.replaceChildren();
  }

  /** @param {number} at */
  #add(at) {
    const { kind, plies } = this.#table;
    const ply = plies[at];
    const [words, whole] = isDrop(ply) ? ["leaves", "leaves"] : [ply.short ?? ply.text, ply.text];
    const link = h(
      "a",
      { href: `#${at + 1}` },
      h("span", { class: "number" }, `${at + 1}.`),
      badge(kind, ply.seat),
      h("span", { class: "unseen" }, ` ${seatWord(kind, ply.seat)}: `),
      h("span", { class: "text", title: whole }, words),
    );
    this.#links.push(link);
    this.#list.append(h("li", {}, link));
  }

  /** Scrolls the list, never the page. */
  #reveal() {
    const top = this.#current ? this.#current.offsetTop - this.#list.clientHeight / 2 : 0;
    this.#list.scrollTo({ top });
  }
}
