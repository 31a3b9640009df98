// Choosing how well a bot plays, in a dialog: for free chairs, or for a seat in the game. It is loaded when it is opened.

/** @import { Session } from "../model/session.js" */
import { chosenLevel, rememberLevel } from "../chosen-level.js";
import { h, withBdi } from "../dom.js";
import { playerName } from "../model/who.js";
import { BOT_ADD_ONE, BOT_ADD_TITLE, BOT_FOR_YOU_WORDS, BOT_INSTEAD_WORDS, BOT_LEVEL } from "../sentences/bots.js";
import { ABOUT_LEVELS, botPlaysOn, CANCEL_BOT, fillWithBots, levelInWords, OFFER_BOT } from "../sentences/bots.js";

/** What is suggested at first. */
const USUAL_LEVEL = 2;

/** As the host, seats a bot on the first of these free chairs, or bots on all of them. @type {(session: Session, free: number[]) => void} */
export function addBot(session, free) {
  const seat = (/** @type {number[]} */ chairs) => (/** @type {number} */ level) => session.commands.seatBots(chairs, level);
  /** @type {[string, (level: number) => void][]} */
  const choices = [
    [BOT_ADD_ONE, seat(free.slice(0, 1))],
    [fillWithBots(free.length), seat(free)],
  ];
  chooseLevel(session, BOT_ADD_TITLE, "", choices.slice(0, free.length));
}

/** Offers that a bot plays on in a seat: our own, or that of somebody who is away. @type {(session: Session, seat: number) => void} */
export function offerBot(session, seat) {
  const own = seat === session.seat;
  const offer = (/** @type {number} */ level) => session.commands.offer({ what: "bot", seat, level });
  const title = botPlaysOn(own ? "" : playerName(session.state, seat));
  chooseLevel(session, title, own ? BOT_FOR_YOU_WORDS : BOT_INSTEAD_WORDS, [[OFFER_BOT, offer]]);
}

/**
 * Asks for a level, and calls what was chosen with it. Each dialog is made anew, and goes when it is closed.
 * @param {Session} session
 * @param {string} title
 * @param {string} about
 * @param {[string, (level: number) => void][]} choices the buttons, the usual one first
 */
function chooseLevel({ state }, title, about, choices) {
  const { levels } = state.kind;
  const remembered = Math.min(chosenLevel() ?? USUAL_LEVEL, levels);
  const choice = (/** @type {number} */ level) => {
    const checked = level === remembered;
    const radio = h("input", { type: "radio", name: "level", value: level, checked, required: true });
    return h("label", { class: "choice" }, radio, levelInWords(level, levels));
  };
  const levelChoices = Array.from({ length: levels }, (_, at) => choice(at + 1));
  const buttons = choices.map(([text], at) => h("button", { value: at, class: at === 0 ? "strong" : "" }, ...withBdi(text)));
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "bot-title" }, ...withBdi(title)),
    ...(about ? [h("p", {}, about)] : []),
    h("fieldset", {}, h("legend", {}, BOT_LEVEL), ...levelChoices),
    h("p", { class: "about" }, ABOUT_LEVELS),
    h("p", { class: "deeds" }, h("button", { type: "button", class: "quiet", click: () => dialog.close() }, CANCEL_BOT), ...buttons),
  );
  const dialog = h("dialog", { id: "bot-dialog", "aria-labelledby": "bot-title", close: () => dialog.remove() }, form);
  form.addEventListener("submit", (event) => {
    const chosen = Number(new FormData(form).get("level"));
    const button = /** @type {SubmitEvent} */ (event).submitter;
    rememberLevel(chosen);
    choices[Number(button?.getAttribute("value"))]?.[1](chosen);
  });
  document.body.append(dialog);
  dialog.showModal();
}
