// The page of notices: whether this device is told, and the time zone where nobody has chosen one.

import { setText } from "../dom.js";
import { canPush, isSubscribed, subscribe, unsubscribe } from "../net/push.js";
import { NOTIFICATIONS_REFUSED, THIS_DEVICE } from "../sentences/notifications.js";
import { remember } from "../storage.js";

const here = /** @type {HTMLElement} */ (document.getElementById("push"));
const state = /** @type {HTMLElement} */ (here.querySelector("[role=status]"));
const button = /** @type {HTMLButtonElement} */ (here.querySelector("button"));
const zones = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=zone]"));

for (const zone of zones) zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;

button.addEventListener("click", () => void change());
void show();

async function show() {
  const subscribed = await isSubscribed().catch(() => false);
  button.hidden = !canPush();
  setText(button, subscribed ? THIS_DEVICE.stop : THIS_DEVICE.notify);
  setText(
    state,
    canPush() ? (subscribed ? THIS_DEVICE.isNotified : THIS_DEVICE.isNotNotified) : isApplePhone() ? THIS_DEVICE.needsHomeScreen : THIS_DEVICE.cannotNotify,
  );
}

/** Subscribes, or ends the subscription; the page then lists the browsers anew. */
async function change() {
  button.disabled = true;
  const problem = await toggled().catch(() => THIS_DEVICE.failed);
  button.disabled = false;
  if (problem === "") location.reload();
  else setText(state, problem);
}

/** Why it was not changed; empty if it was. */
async function toggled() {
  if (await isSubscribed()) {
    await unsubscribe();
    remember("notify", "off");
    return "";
  }
  if ((await Notification.requestPermission()) !== "granted") return NOTIFICATIONS_REFUSED;
  await subscribe(/** @type {string} */ (here.dataset.player));
  remember("notify", "on");
  return "";
}

/** There pages are told something only once they are on the home screen. */
const isApplePhone = () => /iPhone|iPad/.test(navigator.userAgent);
