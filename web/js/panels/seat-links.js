// Makes a link for one's seat, and takes the seat of a link. Loaded when it is needed.

/** @import { Session } from "../model/session.js" */
import { answerOf, byId, setText } from "../dom.js";
import { chairsHere } from "../model/device.js";
import { cancelLink, inspectLink, makeLink, takeLink } from "../net/transfer.js";
import { CONTINUE, moveSeat, WHOSE_SEAT_MOVES, LINK_CANCELLED, seatTaken } from "../sentences/transfer.js";
import { transferQuestion, TRANSFER_DECLINED, transferTitle, validUntil } from "../sentences/transfer.js";
import { chooseSeat } from "./choose-seat.js";
import { shareLink } from "./share.js";

const share = shareLink(byId("move-share"));

/** Makes a link for a seat on this device, and cancels it if that is wanted. @param {Session} session */
export async function offerSeat(session) {
  const { table, room, state } = session;
  const seats = chairsHere(table, room.you).map((chair) => chair + 1);
  const player = table.chairs[(await chooseSeat(state, seats, WHOSE_SEAT_MOVES)) - 1];
  if (!player) return;
  const { link, expires, qr } = await makeLink(player.id);
  setText(byId("move-title"), seats.length > 1 ? moveSeat(player.name) : CONTINUE);
  byId("move-qr").setAttribute("src", `data:image/svg+xml,${encodeURIComponent(qr)}`);
  setText(byId("move-until"), validUntil(new Date(expires).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })));
  share({ title: transferTitle(session.kind.title), url: link });
  if ((await answerOf(byId("move-dialog"))) !== "revoke") return;
  await cancelLink(player.id);
  session.notify(LINK_CANCELLED);
}

/** Takes the seat of a link, once that is confirmed. @type {(session: Session, secret: string) => Promise<void>} */
export async function takeSeat(session, secret) {
  const { name } = await inspectLink(secret);
  setText(byId("take-title"), transferQuestion(name));
  if ((await answerOf(byId("take-dialog"))) !== "take") return session.notify(TRANSFER_DECLINED);
  await takeLink(secret, name, session.room.you);
  await session.reopen();
  session.notify(seatTaken(name));
}
