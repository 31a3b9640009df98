// The dialog for another name, where somebody at the table has one like it. Loaded when it is opened.

import { h } from "../dom.js";
import { JUST_WATCH } from "../sentences/page.js";
import { ASK_FOR_SEAT, NAME_HERE, WHICH_NAME } from "../sentences/seat-name.js";
import { askInDialog } from "./dialog.js";

/** Asks for another name; empty to give up. @type {(name: string, problem: string) => Promise<string>} */
export async function anotherName(name, problem) {
  const input = h("input", { id: "seat-name", value: name, required: "", maxlength: "96", autocomplete: "nickname", spellcheck: "false" });
  const answer = await askInDialog(
    "seat-name",
    WHICH_NAME,
    [
      h("p", { id: "seat-name-problem", class: "problem", role: "alert" }, problem),
      h("p", { class: "field" }, h("label", { for: "seat-name" }, NAME_HERE), " ", input),
    ],
    h("button", { value: "ask", class: "strong" }, ASK_FOR_SEAT),
    h("button", { value: "leave", formnovalidate: "" }, JUST_WATCH),
  );
  return answer === "ask" ? input.value : "";
}
