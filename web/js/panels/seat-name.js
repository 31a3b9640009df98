// The dialog for another name, where somebody at the table has one like it. Loaded when it is opened.

import { answerOf, h } from "../dom.js";
import { ASK_FOR_SEAT, JUST_WATCH, NAME_HERE, WHICH_NAME } from "../sentences/seat-name.js";

/** Asks for another name; empty to give up. @type {(name: string, problem: string) => Promise<string>} */
export async function anotherName(name, problem) {
  const input = h("input", { id: "seat-name", value: name, required: "", maxlength: "96", autocomplete: "nickname", spellcheck: "false" });
  const dialog = h(
    "dialog",
    { id: "seat-name-dialog", "aria-labelledby": "seat-name-title" },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "seat-name-title" }, WHICH_NAME),
      h("p", { id: "seat-name-problem", class: "problem", role: "alert" }, problem),
      h("p", { class: "field" }, h("label", { for: "seat-name" }, NAME_HERE), " ", input),
      h(
        "p",
        { class: "deeds" },
        h("button", { value: "ask", class: "strong" }, ASK_FOR_SEAT),
        " ",
        h("button", { value: "leave", formnovalidate: "" }, JUST_WATCH),
      ),
    ),
  );
  document.body.append(dialog);
  const answer = await answerOf(dialog);
  dialog.remove();
  return answer === "ask" ? input.value : "";
}
