// The lists of a page, kept up to date: the lobby comes by a socket, one's own tables are fetched when they have changed.

/** @import { ListMessage } from "../../protocol.js" */
import { addressOf, keepOpen } from "./connection.js";
import { Socket } from "./socket.js";

/** Follows the socket at this path for as long as the page is open. @type {(path: string, received: (message: ListMessage) => void) => void} */
export function followLists(path, received) {
  const socket = new Socket(addressOf(path), {
    opened: () => {},
    received: (message) => received(/** @type {ListMessage} */ (/** @type {unknown} */ (message))),
    lost: () => {},
  });
  keepOpen(socket);
}

/** The element with this id on the page at this address as the server makes it now; none if it cannot be had. @param {string} id */
export async function fetchElement(id) {
  const response = await fetch(location.pathname).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => "") : "";
  return new DOMParser().parseFromString(text, "text/html").getElementById(id);
}
