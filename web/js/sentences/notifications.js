// What is said of notifications, and in them. Pure.

/** @param {string} title of the game */
export const notification = (title) => ({ title: "Your turn", body: `It is your turn in ${title}.` });
export const NOTIFY = "Notify me of my turn";
export const STOP_NOTIFYING = "Stop notifications";
export const NOTIFICATIONS_OFF = "Notifications are off.";
export const NOTIFICATIONS_REFUSED = "Your browser does not allow notifications from this site.";
