// Asking for the seat of somebody who is away, or of a bot.

/** @import { Session } from "../model/session.js" */
import { nameGuest } from "../net/guest.js";

/** Asks for a seat. Whoever has no name yet takes the one that was suggested. @type {(session: Session, seat: number) => Promise<void>} */
export async function askForSeatOf(session, seat) {
  const name = session.room.you?.name ?? session.page.suggested_name;
  if (!session.room.you) {
    await nameGuest(name);
    await session.reopen();
  }
  session.askForSeat(seat, name);
}
