// The lists of a page: a socket says when they have changed, and each is fetched at an address of its own.

/** @import { ListMessage, ListName } from "../../protocol.js" */
import { addressOf, keepOpen } from "./connection.js";
import { Socket } from "./socket.js";

/** How long a request may take (milliseconds). */
const LIST_WITHIN = 20_000;

/**
 * Says whenever there is another version of a list, for as long as the page is open.
 * @type {(path: string, changed: (list: ListName, version: string) => void) => void} `path`: the socket's
 */
export function followLists(path, changed) {
  const socket = new Socket(addressOf(path), {
    opened: () => {},
    received: (received) => {
      const message = /** @type {ListMessage} */ (/** @type {unknown} */ (received));
      if (message.t === "changed") changed(message.list, message.version);
    },
    lost: () => {},
  });
  keepOpen(socket);
}

/** The element that the server writes at this address; none if it cannot be had. @param {string} path */
export async function fetchElement(path) {
  const response = await fetch(path, { signal: AbortSignal.timeout(LIST_WITHIN) }).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => "") : "";
  return /** @type {HTMLElement | null} */ (new DOMParser().parseFromString(text, "text/html").body.firstElementChild);
}

/**
 * A part of a page that is another one than when it had this tag; none if it is the same, or cannot be had.
 * @type {(path: string, id: string, tag: string) => Promise<HTMLElement | null>}
 */
export async function fetchChanged(path, id, tag) {
  const response = await fetch(path, { headers: { "if-none-match": tag }, signal: AbortSignal.timeout(LIST_WITHIN) }).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => "") : "";
  return new DOMParser().parseFromString(text, "text/html").getElementById(id);
}
