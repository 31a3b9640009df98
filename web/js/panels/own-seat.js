// What somebody does with their own seat after a second thought: they resign, or go on with another device. Loaded when it is
// needed, with its dialogs.

/** @import { Session } from "../model/session.js" */
import { h } from "../dom.js";
import { chairsHere } from "../model/device.js";
import { playerName } from "../model/who.js";
import { cancelLink, inspectLink, makeLink, takeLink } from "../net/transfer.js";
import { CANCEL_LINK, CONTINUE, DONE, LINK_CANCELLED, LINK_FOR_SEAT, moveSeat, QR_CODE } from "../sentences/transfer.js";
import { PLAYED_HERE_ONLY, scanOrOpen, seatTaken, TAKE_SEAT, transferQuestion, TRANSFER_DECLINED } from "../sentences/transfer.js";
import { transferTitle, WHOSE_SEAT_MOVES } from "../sentences/transfer.js";
import { KEEP_PLAYING, RESIGN, RESIGN_ASKED, RESIGN_MEANS, resignsFor, WHO_RESIGNS } from "../sentences/device.js";
import { JUST_WATCH } from "../sentences/page.js";
import { COPY, SHARE } from "../sentences/share.js";
import { chooseSeat } from "./choose-seat.js";
import { askInDialog } from "./dialog.js";
import { shareLink } from "./share.js";

/** Asks whether somebody really resigns; where several play on this device, one of them is chosen first. @param {Session} session */
export async function resignSeat(session) {
  const { inPlay, state } = session;
  const seat = await chooseSeat(state, inPlay, WHO_RESIGNS);
  if (seat === 0) return;
  const title = inPlay.length > 1 ? resignsFor(playerName(state, seat)) : RESIGN_ASKED;
  const stay = h("button", { value: "stay", autofocus: true }, KEEP_PLAYING);
  const resign = h("button", { value: "resign", class: "danger" }, RESIGN);
  if ((await askInDialog("resign", title, [h("p", {}, RESIGN_MEANS)], stay, resign)) === "resign") session.commands.resign(seat);
}

/** Makes a link for a seat on this device, and cancels it if that is wanted. @param {Session} session */
export async function offerSeat(session) {
  const { table, room, state } = session;
  const seats = chairsHere(table, room.you).map((chair) => chair + 1);
  const player = table.chairs[(await chooseSeat(state, seats, WHOSE_SEAT_MOVES)) - 1];
  if (!player) return;
  const { link, expires, qr } = await makeLink(player.id);
  const until = new Date(expires).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const inside = [h("p", {}, scanOrOpen(until)), linkBox({ title: transferTitle(session.kind.title), url: link }, qr)];
  const keep = h("button", { value: "keep", autofocus: true }, DONE);
  const revoke = h("button", { value: "revoke", class: "danger" }, CANCEL_LINK);
  if ((await askInDialog("move", seats.length > 1 ? moveSeat(player.name) : CONTINUE, inside, keep, revoke)) !== "revoke") return;
  await cancelLink(player.id);
  session.notify(LINK_CANCELLED);
}

/** Takes the seat of a link, once that is confirmed. @type {(session: Session, secret: string) => Promise<void>} */
export async function takeSeat(session, secret) {
  const { name } = await inspectLink(secret);
  const take = h("button", { value: "take", class: "strong", autofocus: true }, TAKE_SEAT);
  const leave = h("button", { value: "leave" }, JUST_WATCH);
  if ((await askInDialog("take", transferQuestion(name), [h("p", {}, PLAYED_HERE_ONLY)], take, leave)) !== "take") return session.notify(TRANSFER_DECLINED);
  await takeLink(secret, name, session.room.you);
  await session.reopen();
  session.notify(seatTaken(name));
}

/** The link for a seat and its QR code, with the buttons that share it. @type {(link: { title: string, url: string }, qr: string) => HTMLElement} */
function linkBox(link, qr) {
  const box = h(
    "div",
    { id: "move-share" },
    h("img", { id: "move-qr", src: `data:image/svg+xml,${encodeURIComponent(qr)}`, alt: QR_CODE, width: 160, height: 160 }),
    h("label", { for: "move-link" }, LINK_FOR_SEAT),
    h("input", { id: "move-link", readonly: true }),
    h("button", { type: "button", hidden: true }, COPY),
    h("button", { type: "button", hidden: true }, SHARE),
    h("span", { "data-said": true, role: "status" }),
  );
  shareLink(box)(link);
  return box;
}
