// The service worker of the site: it shows notices while no page is open, and keeps what can be read without a connection. No page
// depends on it.

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

/** Starts the service worker once the page is drawn. */
export function startWorker() {
  new AfterPaint().do(() => void serviceWorker());
}
