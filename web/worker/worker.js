// The service worker of the site; no page depends on it. It shows notices while no page is open, and keeps what can be read without
// a connection: rules and lessons, and tables as they were last seen. All else comes from the server alone.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** The server writes in front where the files of this version are, and which addresses can be read without a connection. */
const { FILES, ADDRESSES } = /** @type {{ FILES: string, ADDRESSES: string[] }} */ (/** @type {unknown} */ (self));
const OFFLINE = "/offline";
const TABLES = `tables ${FILES}`;
const MAX_TABLES = 30;
/** The header in which the server says to whom a page is shown. What has none is no page of ours. */
const READER = "thicket-reader";
/** How long a page may take of which there is a copy (milliseconds). */
const PATIENCE = 6_000;

worker.addEventListener("install", (event) => {
  void worker.skipWaiting();
  event.waitUntil(keep(OFFLINE).catch(() => {}));
});
worker.addEventListener("activate", (event) => event.waitUntil(begin()));
worker.addEventListener("message", (event) => event.waitUntil(event.data.view ? keepSeen(event.data) : keepOpened(event.data)));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`${FILES}/`)) event.respondWith(fileFor(event));
  else if (mode === "navigate") event.respondWith(pageFor(event, pathname));
});
worker.addEventListener("push", (event) => event.waitUntil(pushed(messageOf(event.data))));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPlace(event.notification.data));
});
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

/** Takes the place of the version before, and of all that it kept. */
async function begin() {
  for (const name of await caches.keys()) if (name !== FILES && name !== TABLES) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** Keeps a page as nobody sees it, with the files that it needs, or such a file. @param {string} address */
async function keep(address) {
  const cache = await caches.open(FILES);
  if (await cache.match(address)) return;
  const response = await fetch(address, { credentials: "omit", priority: "low" });
  const isPage = !address.startsWith(`${FILES}/`);
  if (!response.ok || (isPage && !response.headers.has(READER))) return;
  const parts = isPage ? (await response.clone().text()).split(`"${FILES}/`).slice(1) : [];
  for (const part of parts) await keep(`${FILES}/${part.split('"')[0]}`);
  await cache.put(address, response);
}

/** A file of this version: the one that is kept, unless it may have changed. @param {FetchEvent} event */
async function fileFor({ request }) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept?.headers.get("cache-control")?.includes("immutable")) return kept;
  const response = await fetch(request).catch(() => null);
  if (response?.ok) await cache.put(request, response.clone());
  return response ?? kept ?? Response.error();
}

/** A page: its copy if the server cannot be reached, or takes too long. @type {(event: FetchEvent, path: string) => Promise<Response>} */
function pageFor(event, path) {
  const arriving = fromServer(event, path).catch(async () => (await copyOf(path)) ?? (await caches.match(OFFLINE)) ?? Response.error());
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(async () => (await copyOf(path)) ?? arriving);
  return Promise.race([arriving, late]);
}

/** @type {(event: FetchEvent, path: string) => Promise<Response>} */
async function fromServer(event, path) {
  const response = /** @type {Response | undefined} */ (await event.preloadResponse) ?? (await fetch(event.request));
  event.waitUntil(keepTable(path, isTable(path) && response.ok ? response.clone() : null, response.headers.get(READER)));
  return response;
}

const isTable = (/** @type {string} */ path) => /^\/g\/\w+$/.test(path);

/** @param {string} path */
async function copyOf(path) {
  if (!isTable(path)) return caches.match(path);
  const copy = await (await caches.open(TABLES)).match(path);
  // The page says how old it is.
  return copy && new Response((await copy.text()).replace("<html ", `<html data-kept="${copy.headers.get("kept")}" `), copy);
}

/** Keeps the page of a table for its reader. What was kept for somebody else goes. @type {(path: string, page: Response | null, reader: string | null) => Promise<void>} */
async function keepTable(path, page, reader) {
  if (!reader) return;
  const before = await (await caches.open(TABLES)).match(READER);
  if ((await before?.text()) !== reader) await caches.delete(TABLES);
  const cache = await caches.open(TABLES);
  await cache.put(READER, new Response(reader));
  if (!page) return;
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set("kept", String(Date.now()));
  await cache.delete(path);
  await cache.put(path, new Response(await page.text(), { headers }));
  // The reader is the oldest or the newest of all.
  const tables = (await cache.keys()).filter(({ url }) => isTable(new URL(url).pathname));
  for (const old of tables.slice(0, -MAX_TABLES)) await cache.delete(old);
}

/** Brings the copy of a table up to what its page shows. @type {(seen: { path: string, view: object }) => Promise<void>} */
async function keepSeen({ path, view }) {
  const copy = await (await caches.open(TABLES)).match(path);
  const [before, after] = (await copy?.clone().text())?.split('json" id="table">') ?? [];
  if (!copy || after === undefined) return;
  const json = JSON.stringify(view).replaceAll("<", "\\u003c");
  const html = `${before}json" id="table">${json}${after.slice(after.indexOf("</script>"))}`;
  await keepTable(path, new Response(html, copy), copy.headers.get(READER));
}

/** Keeps what a page has loaded before the worker ran, and quietly all that everybody can read. @type {(opened: { path: string, files: string[] }) => Promise<void>} */
async function keepOpened({ path, files }) {
  for (const file of files) if (file.startsWith(`${FILES}/`)) await keep(file);
  if (isTable(path) && !(await copyOf(path))) await fetch(path).then((page) => keepTable(path, page.ok ? page : null, page.headers.get(READER)));
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  for (const address of ADDRESSES) await keep(address);
}

/** @typedef {{ table?: unknown, tournament?: unknown, seq?: unknown, title?: unknown, body?: unknown, close?: unknown, waiting?: unknown }} Message */

/** What a push message says: nothing if it is no JSON. @param {PushMessageData | null} data @returns {Message} */
function messageOf(data) {
  try {
    return Object(data?.json());
  } catch {
    return {};
  }
}

/** Shows a notice of a table or a tournament, or closes it; and at how many tables it is our turn. @param {Message} message */
async function pushed({ table, tournament, seq, title, body = "", close, waiting }) {
  if (typeof waiting === "number") void setBadge(waiting);
  const { registration } = worker;
  const shown = isCode(close) ? await registration.getNotifications({ tag: tagOf({ table: close }) }) : [];
  for (const notification of shown) notification.close();
  const place = isCode(table) ? { table } : isId(tournament) ? { tournament } : null;
  if (!place || typeof title !== "string") return;
  const windows = await windowsAt(pathOf(place));
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  // A server that ended before it noted that it had sent this sends it again.
  const tag = tagOf(place);
  const before = await registration.getNotifications({ tag });
  if (before.some((shown) => shown.data.seq === seq && shown.title === title)) return;
  const options = { body: String(body), tag, renotify: true, data: { ...place, seq }, icon: "/icons/192.png", badge: "/icons/badge.png" };
  await registration.showNotification(title, options);
}

/** Whether this is the code of a table. @param {unknown} code @returns {code is string} */
const isCode = (code) => typeof code === "string" && /^\w+$/.test(code);

/** Whether this is the id of a tournament. @param {unknown} id @returns {id is string} */
const isId = (id) => typeof id === "string" && /^[\da-f-]{36}$/.test(id);

/** @typedef {{ table: string, tournament?: undefined } | { table?: undefined, tournament: string }} Place what a notice is about */

/** A newer notice of the same takes the place of the one before. @param {Place} place */
const tagOf = ({ table, tournament }) => (table ? `table-${table}` : `tournament-${tournament}`);

/** @param {Place} place */
const pathOf = ({ table, tournament }) => (table ? `/g/${table}` : `/tournaments/${tournament}`);

/** Shows a number on the icon of the installed app, where there is one. @param {number} count */
const setBadge = (count) => Promise.resolve(count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()).catch(() => {});

/** The open windows that show a page. @param {string} path */
async function windowsAt(path) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => new URL(url).pathname === path);
}

/** Goes to the window that shows a table or a tournament, or opens one. @param {Place} place */
async function openPlace(place) {
  const [open] = await windowsAt(pathOf(place));
  await (open ? open.focus() : worker.clients.openWindow(pathOf(place)));
}

/** The push service has given up a subscription: the server learns of the one that takes its place. @param {PushSubscriptionChangeEvent} event */
async function subscribeAgain({ oldSubscription: before, newSubscription: given }) {
  const subscription = given ?? (before && (await worker.registration.pushManager.subscribe(before.options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys, was: before?.endpoint });
  await fetch("/session/push", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}
