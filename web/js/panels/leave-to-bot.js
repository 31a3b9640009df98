// Letting a bot play on in a seat: how strong it is to be is asked in a dialog, which is loaded when it is needed.

/** @import { Session } from "../model/session.js" */
import { sentenceOf } from "../net/http.js";
import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./bot-dialog.js")>} */
const loadBotDialog = later((again) => import(`./bot-dialog.js${again}`));

/** Asks how strong the bot is to be, and offers that it plays on in a seat. @type {(session: Session, seat: number) => Promise<void>} */
export async function offerBotFor(session, seat) {
  try {
    (await loadBotDialog()).offerBot(session, seat);
  } catch (problem) {
    session.notify(sentenceOf(problem));
  }
}
