// The moment before a game starts, in which anybody at the table can stop it.

/** @import { Session, State } from "../model/session.js" */
/** @import { Live } from "../model/room.js" */
import { byId, setText } from "../dom.js";
import { START, startHeld, startsIn } from "../sentences/before-start.js";
import { CANCEL } from "../sentences/page.js";

export class Countdown {
  static root = "starting";
  #root;
  #words = byId("countdown");
  #button = byId("hold-start");
  #held = false;
  /** @type {number | null} when the game starts, on our own clock */
  #end = null;
  /** @type {Live | null} */
  #from = null;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#button.addEventListener("click", () => session.commands.holdStart(!this.#held));
    setInterval(() => this.#tick(), 200);
  }

  /** @param {State} state */
  update({ table, live, chair }) {
    const waiting = table.phase === "waiting";
    const full = waiting && !table.chairs.includes(null);
    const from = waiting ? live : null;
    if (from !== this.#from) {
      this.#from = from;
      this.#end = from?.countdown == null ? null : Date.now() + from.countdown;
    }
    const holder = full ? table.chairs.find((player) => player !== null && player.id === table.held_by) : null;
    this.#held = holder != null;
    this.#root.hidden = !this.#held && this.#end === null;
    this.#button.hidden = chair < 0;
    setText(this.#button, this.#held ? START : CANCEL);
    this.#button.classList.toggle("strong", this.#held);
    if (holder) setText(this.#words, startHeld(holder.name));
    else this.#tick();
  }

  #tick() {
    if (this.#held) return;
    const left = this.#end === null ? null : Math.max(0, Math.ceil((this.#end - Date.now()) / 1000));
    setText(this.#words, left === null ? "" : startsIn(left));
  }
}
