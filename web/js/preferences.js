// What the reader has chosen of how pages look and sound, and how turns are sent. The server writes it on the page: what is
// not as usual is an attribute of the document, so that styles see it, too.

/** The value of a preference. @type {(name: string, usual: string) => string} */
const preference = (name, usual) => document.documentElement.getAttribute(`data-${name}`) ?? usual;

/** Whether something is switched on. @type {(name: string, usual?: "on" | "off") => boolean} */
export const isChosen = (name, usual = "off") => preference(name, usual) === "on";

/** How turns are sent. @returns {import("./model/turn.js").Manner} */
export function manner() {
  const chosen = preference("send", "undo");
  return chosen === "at-once" || chosen === "confirm" ? chosen : "undo";
}
