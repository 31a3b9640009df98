// The connection of a session to its table: a socket that is woken up whenever the network or the page comes back.

/** @import { Session } from "../model/session.js" */
import { Socket } from "./socket.js";

/**
 * The socket of the table at this address, not yet open.
 * @param {Session} session
 * @param {() => void} received called after each message that changed something
 */
export function socketOf(session, received) {
  const socket = new Socket(addressOf(`${location.pathname.replace(/\/$/, "")}/socket`), {
    opened: () => {
      session.hello();
      tellSight(socket);
    },
    received: (message) => {
      const connected = session.connected;
      session.receive(message);
      if (message.t !== "pong" || !connected) received();
    },
    lost: () => {
      if (session.table.phase === "over" || session.lost) socket.close();
      session.disconnected();
    },
  });
  return socket;
}

/** The whole address of a socket. @param {string} path */
export const addressOf = (path) => `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;

/** Opens the socket, and keeps it open. @type {(socket: Socket, session: Session) => void} */
export function connect(socket, session) {
  keepOpen(socket);
  window.addEventListener("offline", () => session.disconnected());
  document.addEventListener("visibilitychange", () => tellSight(socket));
}

/** Who has the table in sight is told of it nowhere else. @param {Socket} socket */
const tellSight = (socket) => socket.send({ t: "visible", visible: !document.hidden });

/** Opens the socket without a session. @param {Socket} socket */
export function keepOpen(socket) {
  socket.connect();
  window.addEventListener("online", () => socket.wake());
  window.addEventListener("pageshow", (event) => event.persisted && socket.wake());
  document.addEventListener("visibilitychange", () => document.hidden || socket.wake());
}
