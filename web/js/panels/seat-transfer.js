// Going on with one's seat on another device: by a link with a secret behind its #, which only a script ever sends. How links
// are made and taken is loaded when it is needed.

/** @import { Session, State } from "../model/session.js" */
import { sentenceOf } from "../net/http.js";
import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./own-seat.js")>} */
const loadOwnSeat = later((again) => import(`./own-seat.js${again}`));

export class SeatTransfer {
  static root = "move-seat";
  #button;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#button = root;
    // Before the start it is in the menu there.
    for (const button of document.querySelectorAll("#move-seat, #move-chair")) {
      button.addEventListener("click", () => void withOwnSeat(session, ({ offerSeat }) => offerSeat(session)));
    }
    const secret = secretInAddress();
    if (secret) void withOwnSeat(session, ({ takeSeat }) => takeSeat(session, secret));
  }

  /** @param {State} state */
  update({ chair, table }) {
    this.#button.hidden = chair < 0 || table.phase === "over" || Boolean(table.rated);
  }
}

/** Does something with one's own seat, and says why if it cannot be done. @type {(session: Session, work: (own: typeof import("./own-seat.js")) => Promise<void>) => Promise<void>} */
export async function withOwnSeat(session, work) {
  try {
    await work(await loadOwnSeat());
  } catch (problem) {
    session.notify(sentenceOf(problem));
  }
}

/** The secret in the address, which is removed from it: it must not stay in the history. */
function secretInAddress() {
  const secret = /^[#]move=([\w-]+)$/.exec(location.hash)?.[1];
  if (secret) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}
