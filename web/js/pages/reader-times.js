// Points in time, as the reader's clock shows them: the server writes them in UTC.

const TIME = /** @type {const} */ ({
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

/** @param {ParentNode} root */
export function showTimes(root) {
  for (const time of root.querySelectorAll("time")) {
    time.title ||= time.textContent ?? "";
    time.textContent = new Date(time.dateTime).toLocaleString([], TIME);
  }
}
