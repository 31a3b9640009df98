// Moving one's seat to another device: by a link with a secret behind its #, which only a script ever sends.

/** @import { PlayerView, TransferLinkView } from "../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { answerOf, byId, setText } from "../dom.js";
import { nameGuest } from "../net/guest.js";
import { persistently, post, sentenceOf } from "../net/http.js";
import { LINK_CANCELLED, seatTaken, takeSeat, TRANSFER_DECLINED, transferTitle, validUntil } from "../sentences/page.js";
import { recall, remember } from "../storage.js";
import { shareLink } from "./share.js";

/** @type {(path: string, body?: object) => Promise<any>} */
const request = (path, body) => post(`${location.pathname.replace(/\/$/, "")}/transfer${path}`, body);

export class SeatTransfer {
  static root = "move-seat";
  #button;
  #offer = byId("transfer-offer");
  #session;
  #offered = recall("offered") === "yes";
  #show = shareLink(byId("move-share"));

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#button = root;
    this.#session = session;
    root.addEventListener("click", () => void this.#make());
    byId("transfer-yes").addEventListener("click", () => {
      this.#closeOffer();
      void this.#make();
    });
    byId("transfer-no").addEventListener("click", () => this.#closeOffer());
    const secret = secretInAddress();
    if (secret) void this.#take(secret);
  }

  #closeOffer() {
    this.#offered = true;
    this.#offer.hidden = true;
    remember("offered", "yes");
  }

  /** @param {State} state */
  update({ chair, table }) {
    this.#button.hidden = chair < 0 || table.phase === "over";
    this.#offer.hidden = chair < 0 || table.phase !== "waiting" || this.#offered;
  }

  /** Makes a link for our seat. */
  async #make() {
    const session = this.#session;
    try {
      /** @type {TransferLinkView} */
      const { link, expires } = await request("");
      setText(byId("move-until"), validUntil(new Date(expires).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })));
      this.#show({ title: transferTitle(session.kind.title), url: link });
      if ((await answerOf(byId("move-dialog"))) !== "revoke") return;
      await request("/revoke");
      session.tell(LINK_CANCELLED);
    } catch (problem) {
      session.tell(sentenceOf(problem));
    }
  }

  /**
   * Takes the seat of a link, once that is confirmed. A newcomer is named first: when the answer to the taking is lost, the
   * same player can ask again.
   * @param {string} secret
   */
  async #take(secret) {
    const session = this.#session;
    try {
      /** @type {PlayerView} */
      const { name } = await request("/inspect", { secret });
      setText(byId("take-title"), takeSeat(name));
      if ((await answerOf(byId("take-dialog"))) !== "take") return session.tell(TRANSFER_DECLINED);
      if (session.room.you === null) await nameGuest(name);
      await persistently(() => request("/take", { secret }));
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
