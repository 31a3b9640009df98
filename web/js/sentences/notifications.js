// What is said of notifications, and in them. Pure.

/** @param {string} title of the game */
export const notification = (title) => ({ title: "Your turn", body: `It is your turn in ${title}.` });
export const NOTIFY = "Notify me of my turn";
export const STOP_NOTIFYING = "Stop notifications";
export const NOTIFICATIONS_OFF = "Notifications are off.";
export const NOTIFICATIONS_REFUSED = "Your browser does not allow notifications from this site.";
export const ONLY_WHILE_OPEN = "This browser notifies you only while this page is open.";

/** What the page of notices says of this device, and its button. */
export const THIS_DEVICE = {
  isNotified: "You are notified on this device.",
  isNotNotified: "You are not notified on this device.",
  notify: "Notify me on this device",
  stop: "Stop notifying this device",
  cannotNotify: "This browser cannot notify you.",
  needsHomeScreen: "On an iPhone or iPad, first add Thicket to the home screen: tap Share, then “Add to Home Screen”, and open it there.",
  failed: "This browser could not be set up to notify you. Please try again later.",
};
