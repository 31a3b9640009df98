// The connection of a session to its table: a socket that is woken up whenever the network or the page comes back.

/** @import { Session } from "../model/session.js" */
import { Socket } from "./socket.js";

/**
 * The socket of the table at this address, not yet open.
 * @param {Session} session
 * @param {() => void} received called after each message that changed something
 */
export function socketOf(session, received) {
  const { protocol, host, pathname } = location;
  const address = `${protocol === "https:" ? "wss:" : "ws:"}//${host}${pathname.replace(/\/$/, "")}/socket`;
  const socket = new Socket(address, {
    opened: () => session.hello(),
    received: (message) => {
      const connected = session.connected;
      session.receive(message);
      if (message.t !== "pong" || !connected) received();
    },
    lost: () => {
      if (session.table.phase === "over") socket.close();
      session.disconnected();
    },
  });
  return socket;
}

/** Opens the socket, and keeps it open. @type {(socket: Socket, session: Session) => void} */
export function connect(socket, session) {
  socket.connect();
  window.addEventListener("online", () => socket.wake());
  window.addEventListener("offline", () => session.disconnected());
  window.addEventListener("pageshow", (event) => event.persisted && socket.wake());
  document.addEventListener("visibilitychange", () => document.hidden || socket.wake());
}
