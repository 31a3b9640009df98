// Seating somebody else on this device: their name is asked for in a dialog.

import { h } from "../dom.js";
import { addCompanion } from "../net/companions.js";
import { sentenceOf } from "../net/http.js";
import { ADD, ADD_TITLE, ADD_WORDS, THEIR_NAME } from "../sentences/add-player.js";
import { CANCEL } from "../sentences/page.js";

/** Asks for a name, and seats whoever it is on the next free chair. Each dialog is made anew, and goes when it is closed. */
export function addPlayer() {
  const name = h("input", {
    id: "added-name",
    required: true,
    maxlength: 96,
    autocomplete: "off",
    spellcheck: "false",
    autofocus: true,
    "aria-describedby": "added-problem",
  });
  const problem = h("p", { id: "added-problem", class: "problem", role: "alert" });
  const add = h("button", { class: "strong" }, ADD);
  const form = h(
    "form",
    {},
    h("h2", { id: "added-title" }, ADD_TITLE),
    h("p", {}, ADD_WORDS),
    h("label", { for: "added-name" }, THEIR_NAME),
    name,
    problem,
    h("p", { class: "deeds" }, h("button", { type: "button", click: () => dialog.close() }, CANCEL), add),
  );
  const dialog = h("dialog", { id: "add-dialog", "aria-labelledby": "added-title", close: () => dialog.remove() }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    add.disabled = true;
    try {
      await addCompanion(name.value);
      dialog.close();
    } catch (refused) {
      problem.textContent = sentenceOf(refused);
      add.disabled = false;
      name.focus();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}
