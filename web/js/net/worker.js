// The service worker of the site: it shows notices while no page is open, and keeps what can be read without a connection. No page
// depends on it.

/** @import { PageView } from "../../protocol.js" */
import { AfterPaint } from "../after-paint.js";

/** @type {Promise<ServiceWorkerRegistration | null> | undefined} */
let registering;

/** The registration of the service worker, once it runs; null where there is none, as without https, or where the browser refuses it. */
export function serviceWorker() {
  registering ??= registerWorker();
  return registering;
}

async function registerWorker() {
  const registered = await navigator.serviceWorker?.register("/worker.js").catch(() => null);
  return registered ? navigator.serviceWorker.ready : null;
}

/** Starts the service worker once the page is drawn, and has it keep the page where that is of use without a connection. */
export function startWorker() {
  new AfterPaint().do(async () => {
    const registration = await serviceWorker();
    const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    registration?.active?.postMessage({ path: location.pathname, files });
  });
}

/** When the copy was made that this page is (unix milliseconds); 0 for a page from the server. */
export const keptAt = () => Number(document.documentElement.dataset.kept ?? 0);

/** Brings the copy of this table up to what the page shows. @param {PageView} view */
export const keepSeen = (view) => navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, view });

/** Has the page come from the server when it is loaded next. */
export async function forgetCopy() {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(location.pathname);
}
