// The service worker of the site. It shows notices while no page is open; no page depends on it.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("push", (event) => event.waitUntil(pushed(messageOf(event.data))));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.table));
});
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

/** @typedef {{ table?: unknown, title?: unknown, body?: unknown, close?: unknown, waiting?: unknown }} Message */

/** What a push message says: nothing if it is no JSON. @param {PushMessageData | null} data @returns {Message} */
function messageOf(data) {
  try {
    return Object(data?.json());
  } catch {
    return {};
  }
}

/** Shows a notice of a table, or closes it; and at how many tables it is our turn. @param {Message} message */
async function pushed({ table, title, body = "", close, waiting }) {
  if (typeof waiting === "number") void setBadge(waiting);
  const { registration } = worker;
  const shown = isCode(close) ? await registration.getNotifications({ tag: tagOf(close) }) : [];
  for (const notification of shown) notification.close();
  if (!isCode(table) || typeof title !== "string") return;
  const windows = await windowsAt(table);
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  const options = { body: String(body), tag: tagOf(table), renotify: true, data: { table }, icon: "/icons/192.png", badge: "/icons/badge.png" };
  await registration.showNotification(title, options);
}

/** Whether this is the code of a table. @param {unknown} code @returns {code is string} */
const isCode = (code) => typeof code === "string" && /^\w+$/.test(code);

/** A newer notice of a table takes the place of the one before. @param {string} code */
const tagOf = (code) => `table-${code}`;

/** Shows a number on the icon of the installed app, where there is one. @param {number} count */
const setBadge = (count) => Promise.resolve(count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()).catch(() => {});

/** The open windows that show a table. @param {string} code */
async function windowsAt(code) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => new URL(url).pathname === `/g/${code}`);
}

/** Goes to the window that shows a table, or opens one. @param {string} code */
async function openTable(code) {
  const [open] = await windowsAt(code);
  await (open ? open.focus() : worker.clients.openWindow(`/g/${code}`));
}

/** The push service has given up a subscription: the server learns of the one that takes its place. @param {PushSubscriptionChangeEvent} event */
async function subscribeAgain({ oldSubscription: before, newSubscription: given }) {
  const subscription = given ?? (before && (await worker.registration.pushManager.subscribe(before.options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys, was: before?.endpoint });
  await fetch("/session/push", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}
