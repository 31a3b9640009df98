// Going on with one's seat on another device: by a link with a secret behind its #, which only a script ever sends.

/** @import { Session, State } from "../model/session.js" */
import { answerOf, byId, setText } from "../dom.js";
import { chairsHere } from "../model/device.js";
import { sentenceOf } from "../net/http.js";
import { cancelLink, inspectLink, makeLink, takeLink } from "../net/transfer.js";
import { LINK_CANCELLED, seatTaken, takeSeat, TRANSFER_DECLINED, transferTitle, validUntil } from "../sentences/page.js";
import { CONTINUE, moveSeat, WHOSE_SEAT_MOVES } from "../sentences/device.js";
import { chooseSeat } from "./choose-seat.js";
import { shareLink } from "./share.js";

export class SeatTransfer {
  static root = "move-seat";
  #button;
  #session;
  #show = shareLink(byId("move-share"));

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#button = root;
    this.#session = session;
    // Before the start it is in the menu there.
    for (const button of [root, byId("move-chair")]) button.addEventListener("click", () => void this.#make());
    const secret = secretInAddress();
    if (secret) void this.#take(secret);
  }

  /** @param {State} state */
  update({ chair, table }) {
    this.#button.hidden = chair < 0 || table.phase === "over";
  }

  /** Makes a link for a seat on this device. */
  async #make() {
    const session = this.#session;
    const { table, room, state } = session;
    const seats = chairsHere(table, room.you).map((chair) => chair + 1);
    const player = table.chairs[(await chooseSeat(state, seats, WHOSE_SEAT_MOVES)) - 1];
    if (!player) return;
    try {
      const { link, expires, qr } = await makeLink(player.id);
      setText(byId("move-title"), seats.length > 1 ? moveSeat(player.name) : CONTINUE);
      byId("move-qr").setAttribute("src", `data:image/svg+xml,${encodeURIComponent(qr)}`);
      setText(byId("move-until"), validUntil(new Date(expires).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })));
      this.#show({ title: transferTitle(session.kind.title), url: link });
      if ((await answerOf(byId("move-dialog"))) !== "revoke") return;
      await cancelLink(player.id);
      session.tell(LINK_CANCELLED);
    } catch (problem) {
      session.tell(sentenceOf(problem));
    }
  }

  /** Takes the seat of a link, once that is confirmed. @param {string} secret */
  async #take(secret) {
    const session = this.#session;
    try {
      const { name } = await inspectLink(secret);
      setText(byId("take-title"), takeSeat(name));
      if ((await answerOf(byId("take-dialog"))) !== "take") return session.tell(TRANSFER_DECLINED);
      await takeLink(secret, name, session.room.you);
      await session.reopen();
      session.tell(seatTaken(name));
    } catch (problem) {
      session.tell(sentenceOf(problem));
    }
  }
}

/** The secret in the address, which is removed from it: it must not stay in the history. */
function secretInAddress() {
  const secret = /^#move=([\w-]+)$/.exec(location.hash)?.[1];
  if (secret) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}
