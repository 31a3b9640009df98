// What makes a player notice that it is their turn: a sound, a vibration, and a notification while the page is hidden; and the
// sounds of turns, captures and the end. The title and the icon of the tab belong to the status. Sounds and notifications are
// loaded when they are first needed.

/** @import { Session, State } from "../model/session.js" */
import { later } from "../net/later.js";
import { isChosen } from "../preferences.js";
import { isOn } from "../storage.js";
import { withSounds } from "./with-sounds.js";

/** How long a phone vibrates (milliseconds). */
const VIBRATION = 80;

/** @type {() => Promise<typeof import("./notifications.js")>} */
const loadNotifications = later((again) => import(`./notifications.js${again}`));

export class TurnNotifications {
  static root = "notify";
  #root;
  #session;
  /** @type {import("./notifications.js").Notifications | null} none until they are wanted */
  #notifications = null;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#root.hidden = !("Notification" in window) || !isSecureContext;
    root.querySelector("button")?.addEventListener("click", () => void this.#toggle());
    if (mayNotify()) void this.#load().catch(() => {});
  }

  /** @type {(state: State, previous: State | null) => void} */
  update(state, previous) {
    if (!isMine(state)) this.#notifications?.close();
    else if (previous && !isMine(previous)) this.#notice();
    if (previous) soundOf(state, previous);
    if (previous && state.nudgedElsewhere.some((code) => !previous.nudgedElsewhere.includes(code))) this.#ring();
  }

  #ring() {
    // Pages that nobody has touched yet make no noise, and none that is late either.
    if (!navigator.userActivation?.hasBeenActive) return;
    if (isChosen("sound-mine", "on")) withSounds(({ sound }) => sound("mine"));
    if (isChosen("vibrate", "on")) navigator.vibrate?.(VIBRATION);
  }

  #notice() {
    this.#ring();
    if (document.hidden && mayNotify()) this.#notifications?.notify();
  }

  async #load() {
    const { Notifications } = await loadNotifications();
    this.#notifications ??= new Notifications(this.#root, this.#session, mayNotify);
    return this.#notifications;
  }

  /** A browser that cannot load them is asked again by the next click. */
  async #toggle() {
    await this.#load().then(
      (notifications) => notifications.toggle(),
      () => {},
    );
  }
}

/** Whether the player has said yes, and the browser still does. */
const mayNotify = () => "Notification" in window && Notification.permission === "granted" && isOn("notify");

/** @param {State} state */
export const isMine = ({ playing, toMove, seat }) => playing && toMove === seat;

/** Plays what is to be heard of new turns: one sound, the rarest. @type {(state: State, previous: State) => void} */
function soundOf({ table }, previous) {
  const fresh = table.plies.slice(previous.table.plies.length);
  const ended = table.phase === "over" && previous.table.phase === "playing";
  const captures = fresh.some(({ changes }) => changes.some(({ c }) => c === "taken"));
  /** @type {[boolean, import("./sounds.js").Sound][]} */
  const happened = [
    [ended, "end"],
    [captures, "capture"],
    [fresh.length > 0, "turn"],
  ];
  const heard = happened.find(([happens, name]) => happens && isChosen(`sound-${name}`));
  if (heard) withSounds(({ sound }) => sound(heard[1]));
}
