// Asking for the seat of somebody who is away, or of a bot.

/** @import { Session } from "../model/session.js" */
import { nameGuest } from "../net/guest.js";
import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./seat-name.js")>} */
const loadSeatName = later((again) => import(`./seat-name.js${again}`));

/** Asks for a seat. Whoever has no name yet takes the one that was suggested. @type {(session: Session, seat: number) => Promise<void>} */
export async function askForSeatOf(session, seat) {
  let name = session.room.you?.name ?? session.page.suggested_name;
  if (!session.room.you) {
    await nameGuest(name);
    await session.reopen();
  }
  for (;;) {
    const problem = await session.commands.askForSeat(seat, name);
    if (problem === "") return;
    // Members play under the name of their account.
    if (session.room.you?.kind === "member") return session.notify(problem);
    const { anotherName } = await loadSeatName();
    name = await anotherName(name, problem);
    if (name === "") return;
  }
}
