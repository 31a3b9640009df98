// The page of a table and of its record: a session, its connection, and the panels that show it.

/** @import { PageView } from "../../protocol.js" */
import { byId } from "../dom.js";
import { Session } from "../model/session.js";
import { connect, socketOf } from "../net/connection.js";
import { Announcer } from "../panels/announcer.js";
import { Away } from "../panels/away.js";
import { BoardPanel } from "../panels/board.js";
import { ChangeTable } from "../panels/change-table.js";
import { Chairs } from "../panels/chairs.js";
import { Chat } from "../panels/chat.js";
import { Clocks } from "../panels/clocks.js";
import { Composer } from "../panels/composer.js";
import { Connection } from "../panels/connection.js";
import { Countdown } from "../panels/countdown.js";
import { Device } from "../panels/device.js";
import { Hint } from "../panels/hint.js";
import { Identity } from "../panels/identity.js";
import { Latest } from "../panels/latest.js";
import { LeaveToBot } from "../panels/leave-to-bot.js";
import { NewVersion } from "../panels/new-version.js";
import { NextTurn } from "../panels/next-turn.js";
import { Notice } from "../panels/notice.js";
import { Noticing } from "../panels/noticing.js";
import { Offers } from "../panels/offers.js";
import { Panels } from "../panels/panels.js";
import { Players } from "../panels/players.js";
import { Rematch } from "../panels/rematch.js";
import { Replay } from "../panels/replay.js";
import { Resign } from "../panels/resign.js";
import { Result } from "../panels/result.js";
import { SeatTransfer } from "../panels/seat-transfer.js";
import { Settings } from "../panels/settings.js";
import { Share } from "../panels/share.js";
import { Status } from "../panels/status.js";
import { Terms } from "../panels/terms.js";
import { TurnList } from "../panels/turn-list.js";
import { Watchers } from "../panels/watchers.js";
import { isOn, manner, restoreTyped } from "../storage.js";

const PANELS = [
  BoardPanel,
  Players,
  // Into the cards that the players' panel has made.
  Clocks,
  Status,
  Identity,
  Terms,
  Notice,
  Connection,
  NewVersion,
  Chairs,
  ChangeTable,
  Countdown,
  Share,
  Offers,
  Away,
  // After the one whose buttons it joins.
  LeaveToBot,
  Resign,
  // It takes its secret out of the address before the replay reads the address.
  SeatTransfer,
  Settings,
  Device,
  Noticing,
  NextTurn,
  Watchers,
  Chat,
  Hint,
  // The result takes room from the list of turns, which comes after it and keeps its present turn in sight.
  Result,
  Rematch,
  Replay,
  Latest,
  Composer,
  TurnList,
  Announcer,
];

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
const panels = new Panels(session);
const socket = page.live ? socketOf(session, () => panels.received()) : null;

panels.mount(PANELS);
restoreTyped();
document.body.classList.add("alive");
if (socket) connect(socket, session);
// A page that is hidden may be frozen or closed: a turn that waits is sent before.
document.addEventListener("visibilitychange", () => document.hidden && session.turn.flush());
window.addEventListener("pagehide", () => session.turn.flush());
