// A connection that is slow to open.

/** @import { Player } from "./player.js" */

/** Nothing from the server reaches the next table that this player opens, until the function is called that is returned. @param {Player} player */
export async function holdUp(player) {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  await player.page.routeWebSocket("**/socket", (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      await released;
      socket.send(message);
    });
  });
  return release;
}
