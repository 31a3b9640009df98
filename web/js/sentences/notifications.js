// What is said of notifications, and in them. Pure.

/** @param {string} title of the game */
export const notification = (title) => ({ title: "Your turn", body: `It is your turn in ${title}.` });
export const NOTIFY = "Notify me of my turn";
export const STOP_NOTIFYING = "Stop notifications";
export const NOTIFICATIONS_OFF = "Notifications are off.";
export const NOTIFICATIONS_REFUSED = "Your browser does not allow notifications from this site.";
export const ONLY_WHILE_OPEN = "This browser notifies you only while this page is open.";

/** What the page of notices says of this device. */
export const NOTIFIED_HERE = "You are notified on this device.";
export const NOT_NOTIFIED_HERE = "You are not notified on this device.";
export const NOTIFY_HERE = "Notify me on this device";
export const STOP_HERE = "Stop notifying this device";
export const CANNOT_NOTIFY = "This browser cannot notify you.";
export const ADD_TO_HOME_SCREEN = "On an iPhone or iPad, first add Thicket to the home screen: tap Share, then “Add to Home Screen”, and open it there.";
export const NO_PUSH_SERVICE = "This browser could not be set up to notify you. Please try again later.";
