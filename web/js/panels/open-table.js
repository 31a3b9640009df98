// Opening the page of a table: a session, its connection, and the panels that show it.

/** @import { PageView } from "../../protocol.js" */
/** @import { Part } from "./parts.js" */
/** @import { PanelClass } from "./panels.js" */
import { byId } from "../dom.js";
import { Session } from "../model/session.js";
import { connect, socketOf } from "../net/connection.js";
import { startWorker } from "../net/worker.js";
import { BoardPanel } from "./board.js";
import { Chat } from "./chat.js";
import { Connection } from "./connection.js";
import { Identity } from "./identity.js";
import { NewVersion } from "./new-version.js";
import { NextTurn } from "./next-turn.js";
import { Notice } from "./notice.js";
import { TurnNotifications } from "./turn-notifications.js";
import { Panels } from "./panels.js";
import { Parts } from "./parts.js";
import { SeatTransfer } from "./seat-transfer.js";
import { Settings } from "./settings.js";
import { Status } from "./status.js";
import { Watchers } from "./watchers.js";
import { manner } from "../preferences.js";
import { isOn, reload, restoreTyped } from "../storage.js";

const PANELS = [
  BoardPanel,
  Status,
  Identity,
  Notice,
  Connection,
  NewVersion,
  // It takes its secret out of the address before the replay reads the address.
  SeatTransfer,
  Settings,
  TurnNotifications,
  NextTurn,
  Watchers,
  Chat,
];

/**
 * Opens the page with these panels, and with those that it may need later.
 * @type {(more: PanelClass[], later?: Part[]) => void}
 */
export function openTable(more, later = []) {
  /** @type {PageView} */
  const page = JSON.parse(byId("table").textContent ?? "");
  const session = new Session(page, {
    send: (message) => socket?.send(message),
    reopen: () => socket?.connect(),
    changed: () => panels.update(),
    manner,
    turnsBoard: () => isOn("turn-board", true),
    clock: () => performance.now(),
  });
  const panels = new Panels(session, () => parts.follow());
  const parts = new Parts(session, panels);
  const received = () => {
    if (session.isBeforeItsPage) return reload();
    panels.received();
  };
  const socket = page.live ? socketOf(session, received) : null;
  panels.mount([...PANELS, ...more]);
  parts.add(later);
  restoreTyped();
  if (socket) session.start();
  document.body.classList.add("alive");
  if (socket) connect(socket, session);
  flushOnLeave(session);
  startWorker();
}

/** A page that is hidden may be frozen or closed: a turn that waits is sent before. @param {Session} session */
function flushOnLeave(session) {
  document.addEventListener("visibilitychange", () => document.hidden && session.turn.flush());
  window.addEventListener("pagehide", () => session.turn.flush());
}
