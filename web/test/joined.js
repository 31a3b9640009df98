// A session with a server whose answers the test gives.

/** @import { EventView, PlayerView, PreviewView, RefusalCode } from "../protocol.js" */
import { Session, VERSION } from "../js/model/session.js";
import { ann, cell, page, previewOf } from "./sample.js";

/** The clicks of a turn that has not begun. */
export const START = { [cell("a1")]: "a1", [cell("c1")]: "c1", pass: "pass", trade: { [cell("c3")]: "xc3" } };

/** A session that has joined its table. */
export function joined(changes = {}, you = /** @type {PlayerView | null} */ (ann)) {
  const all = opened(changes, you);
  all.session.hello();
  all.session.receive({ t: "welcome", version: VERSION, you, now: 0 });
  return all;
}

/** A session whose page is there, and whose connection is not open yet. */
export function opened(changes = {}, you = /** @type {PlayerView | null} */ (ann)) {
  /** @type {any[]} */
  const sent = [];
  const session = new Session(page(changes, you), { send: (message) => sent.push(message) });
  const preview = (/** @type {Partial<PreviewView>} */ answer) =>
    session.receive({
      t: "preview",
      id: sent.findLast((message) => message.t === "preview").id,
      preview: previewOf(answer),
    });
  const refuse = (/** @type {RefusalCode} */ code, /** @type {string} */ sentence) => session.receive({ t: "refused", id: sent.at(-1).id, code, sentence });
  const event = (/** @type {EventView} */ event) => session.receive({ t: "event", seq: session.room.seq + 1, at: 0, event });
  return { session, sent, preview, refuse, event };
}
