// Asking which of the seats on this device is meant.

/** @import { State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { h } from "../dom.js";
import { playerName } from "../model/who.js";
import { CANCEL } from "../sentences/page.js";
import { askInDialog } from "./dialog.js";

/**
 * The seat that is meant; 0 if none is. Where there is one only, nobody is asked.
 * @type {(state: State, seats: number[], question: string) => Promise<number>}
 */
export async function chooseSeat(state, seats, question) {
  if (seats.length < 2) return seats[0] ?? 0;
  const choice = (/** @type {number} */ seat) =>
    h("button", { value: seat, autofocus: seat === state.seat }, ...mark(state, seat), h("bdi", {}, playerName(state, seat)));
  const buttons = h("div", { class: "seat-choice" }, ...seats.map(choice));
  return Number(await askInDialog("choice", question, [buttons], h("button", { value: "" }, CANCEL)));
}

/** Before the start the chairs have no colours. @type {(state: State, seat: number) => (Node | string)[]} */
const mark = ({ kind, table }, seat) => (table.phase === "waiting" ? [] : [badge(kind, seat), " "]);
