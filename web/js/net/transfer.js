// Seat transfer links: made and cancelled by the player whose seat it is, inspected and taken by whoever has the secret.

/** @import { PlayerId, PlayerView, TransferLinkView } from "../../protocol.js" */
import { nameGuest } from "./guest.js";
import { persistently, post } from "./http.js";

/** @type {(path: string, body?: object) => Promise<any>} */
const request = (path, body) => post(`${location.pathname.replace(/\/$/, "")}/transfer${path}`, body);

/** A link for the seat of somebody on this device. @type {(player: PlayerId) => Promise<TransferLinkView>} */
export const makeLink = (player) => request("", { as: player });

/** Makes the link for that seat invalid. @param {PlayerId} player */
export const cancelLink = (player) => request("/revoke", { as: player });

/** Whose seat a link transfers; changes nothing. @type {(secret: string) => Promise<PlayerView>} */
export const inspectLink = (secret) => request("/inspect", { secret });

/**
 * Takes the seat of a link. A newcomer is named first, after the player of the seat: when the answer to the taking is lost,
 * the same player asks again.
 * @type {(secret: string, name: string, you: PlayerView | null) => Promise<void>}
 */
export async function takeLink(secret, name, you) {
  if (you === null) await nameGuest(name);
  await persistently(() => request("/take", { secret }));
}
