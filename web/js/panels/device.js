// Several people on this device: settings for them, the cover between their turns, and what the record says of it.

/** @import { Session, State } from "../model/session.js" */
import { byId, setText } from "../dom.js";
import { playerName } from "../model/who.js";
import { sharedDevice } from "../sentences/device.js";
import { isOn } from "../storage.js";
import { coverFor, uncover } from "./cover.js";
import { isMine } from "./turn-notifications.js";

export class Device {
  static root = "device";
  #root;
  #shared = byId("shared-devices");

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    // A switch is for the turn that is on, too.
    root.addEventListener("change", () => session.changed());
  }

  /** @type {(state: State, previous: State | null) => void} */
  update(state, previous) {
    const { seats, table } = state;
    this.#root.hidden = seats.length < 2 || table.phase !== "playing";
    const name = (/** @type {number} */ seat) => playerName(state, seat);
    const shared = (table.shared_devices ?? []).map((group) => sharedDevice(group.map(name), table.phase === "over"));
    setText(this.#shared, shared.join(" "));
    if (isMine(state) && previous && actorOf(previous) !== actorOf(state) && seats.length > 1 && isOn("hand-over")) coverFor(name(state.seat));
    else if (!isMine(state)) uncover();
  }
}

/** Who is to act here: another one also when two have swapped sides. @param {State} state */
const actorOf = ({ table, seat }) => table.chairs[seat - 1]?.id;
