// The list of turns: each leads to the position after it.

/** @import { PlyView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { AfterPaint } from "../after-paint.js";
import { badge } from "../board/picture.js";
import { h } from "../dom.js";
import { isDrop } from "../plies.js";
import { seatName, tellPly } from "../sentences/game.js";
import { took } from "../sentences/clock.js";
import { LEAVES, OUT_OF_TIME } from "../sentences/page.js";

export class TurnList {
  static root = "turn-list";
  /** @type {HTMLAnchorElement[]} one for each ply */
  #links = [];
  #list;
  #kind;
  /** @type {HTMLAnchorElement | undefined} */
  #current;
  #scrolling = new AfterPaint();

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, { kind }) {
    this.#list = root;
    this.#kind = kind;
    root.replaceChildren();
  }

  /** @param {State} state */
  update({ table: { plies }, ply }) {
    if (plies.length < this.#links.length) this.#clear();
    for (let at = this.#links.length; at < plies.length; at += 1) this.#add(at, plies[at]);
    const current = this.#links[ply - 1];
    if (current === this.#current) return;
    this.#current?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    this.#current = current;
    // Asking where it is makes the browser lay out the page, which it does anyway before it paints.
    this.#scrolling.do(() => this.#reveal());
  }

  #clear() {
    this.#links = [];
    this.#list.replaceChildren();
  }

  /** @type {(at: number, ply: PlyView) => void} */
  #add(at, ply) {
    const [words, whole] = writtenOf(ply);
    const link = h(
      "a",
      { href: `#${at + 1}` },
      h("span", { class: "number" }, `${at + 1}.`),
      badge(this.#kind, ply.seat),
      h("span", { class: "unseen" }, ` ${seatName(this.#kind, ply.seat)}: `),
      h("span", { class: "text", title: whole }, words),
      h("span", { class: "told" }, tellPly(this.#kind, ply)),
      ...(ply.spent === undefined ? [] : [" ", h("span", { class: "took" }, took(ply.spent))]),
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

/** How a ply is written in the list, and in full. @type {(ply: PlyView) => [string, string]} */
function writtenOf(ply) {
  if (!isDrop(ply)) return [ply.short ?? ply.text, ply.text];
  const words = ply.reason === "time" ? OUT_OF_TIME : LEAVES;
  return [words, words];
}
