// A dialog that is made when it is needed, and gone when it is closed.

import { answerOf, h, withBdi } from "../dom.js";

/**
 * Asks in a dialog. Resolves with the value of the button that closed it; empty if none did.
 * @type {(name: string, title: string | Node[], inside: Node[], ...deeds: Node[]) => Promise<string>} `name` begins its ids
 */
export async function askInDialog(name, title, inside, ...deeds) {
  const heading = h("h2", { id: `${name}-title` }, ...(typeof title === "string" ? withBdi(title) : title));
  const form = h("form", { method: "dialog" }, heading, ...inside, h("p", { class: "deeds" }, ...deeds));
  const dialog = h("dialog", { id: `${name}-dialog`, "aria-labelledby": `${name}-title` }, form);
  document.body.append(dialog);
  const answer = await answerOf(dialog);
  dialog.remove();
  return answer;
}
