// Asking which of the seats on this device is meant.

/** @import { State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { answerOf, h } from "../dom.js";
import { playerName } from "../model/who.js";
import { CANCEL } from "../sentences/page.js";

/**
 * The seat that is meant; 0 if none is. Where there is one only, nobody is asked.
 * @type {(state: State, seats: number[], question: string) => Promise<number>}
 */
export async function chooseSeat(state, seats, question) {
  if (seats.length < 2) return seats[0] ?? 0;
  const choice = (/** @type {number} */ seat) =>
    h("button", { value: seat, autofocus: seat === state.seat }, ...mark(state, seat), h("bdi", {}, playerName(state, seat)));
  const buttons = h("div", { class: "seat-choice" }, ...seats.map(choice));
  const cancel = h("p", { class: "deeds" }, h("button", { value: "" }, CANCEL));
  const form = h("form", { method: "dialog" }, h("h2", { id: "choice-title" }, question), buttons, cancel);
  const dialog = h("dialog", { "aria-labelledby": "choice-title" }, form);
  document.body.append(dialog);
  const answer = await answerOf(dialog);
  dialog.remove();
  return Number(answer);
}

/** Before the start the chairs have no colours. @type {(state: State, seat: number) => (Node | string)[]} */
const mark = ({ kind, table }, seat) => (table.phase === "waiting" ? [] : [badge(kind, seat), " "]);
