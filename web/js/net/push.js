// Web push: this browser’s subscription, by which the server tells it what concerns its player while no page is open.

import { recall, remember } from "../storage.js";
import { get, post } from "./http.js";
import { serviceWorker } from "./worker.js";

/** Where is remembered who is told here, and since which day the server knows. */
const TOLD = "push-told";

/** Whether this browser can be told anything at all. */
export const canPush = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function subscription() {
  const registration = await serviceWorker();
  return registration?.pushManager.getSubscription() ?? null;
}

/** Whether this browser is subscribed. */
export const isSubscribed = async () => canPush() && (await subscription()) !== null;

/** Subscribes, and has the server know. Throws where the browser or its push service refuses. @param {string} player the id of who is told */
export async function subscribe(player) {
  const registration = await serviceWorker();
  if (!registration) throw new Error("no service worker");
  const { key } = await get("/session/push");
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = await registration.pushManager.subscribe(options).catch(async (problem) => {
    // It was made with the key of another server.
    const other = await registration.pushManager.getSubscription();
    if (!other) throw problem;
    await other.unsubscribe();
    return registration.pushManager.subscribe(options);
  });
  await tell(made, player);
}

/** @type {(made: PushSubscription, player: string) => Promise<void>} */
async function tell(made, player) {
  const { endpoint, keys } = made.toJSON();
  await post("/session/push", { endpoint, keys });
  remember(TOLD, toldToday(player));
}

/** Ends the subscription, and has the server know. */
export async function unsubscribe() {
  const made = await subscription();
  remember(TOLD, "");
  if (!made) return;
  await made.unsubscribe();
  await post("/session/push/delete", { endpoint: made.endpoint });
}

/**
 * Has the server know once a day that this browser is subscribed, and when somebody else plays here. Whether it is.
 * @param {string} player
 */
export async function renew(player) {
  const made = canPush() ? await subscription() : null;
  if (made && recall(TOLD) !== toldToday(player)) await tell(made, player);
  return made !== null;
}

/** @param {string} player */
const toldToday = (player) => `${player} ${new Date().toISOString().slice(0, 10)}`;

/** Closes the notices of a table: what they say has been seen. @param {string} code */
export async function closeNotices(code) {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications({ tag: `table-${code}` })) ?? [];
  for (const notice of shown) notice.close();
}
