// The preferences in a dialog of the page, whose form is that of their own page. What is saved holds at once. Loaded when it is opened.

import { answerOf, h } from "../dom.js";
import { Refused } from "../net/http.js";
import { CANCEL, UNREACHABLE } from "../sentences/page.js";

/** The preferences are at this address, and a form there saves them. */
const PREFERENCES = "/preferences";
/** What the head of a page says of its colours. */
const PAGE_COLOURS = 'meta[name="color-scheme"], meta[name="theme-color"]';

/** Opens the dialog. Throws a sentence for people if it cannot. */
export async function choosePreferences() {
  const form = (await preferencesPage()).querySelector("#preferences");
  if (!(form instanceof HTMLFormElement)) throw new Refused("unreachable", UNREACHABLE);
  const problem = h("p", { class: "problem", role: "alert" });
  const title = h("h2", { id: "preferences-title" }, "Preferences");
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { id: "preferences-dialog", "aria-labelledby": "preferences-title" }, title, form));
  const cancel = h("button", { type: "button", class: "quiet", click: () => dialog.close() }, CANCEL);
  form.querySelector("button")?.replaceWith(problem, h("p", { class: "deeds" }, cancel, h("button", { class: "strong" }, "Save")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void savePreferences(form).then(
      () => dialog.close(),
      (/** @type {Error} */ { message }) => problem.replaceChildren(message),
    );
  });
  document.body.append(dialog);
  await answerOf(dialog);
  dialog.remove();
}

/** Saves what is chosen, and gives this page what the next one would have. @param {HTMLFormElement} form */
async function savePreferences(form) {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const saved = await preferencesPage({ method: "POST", body: new URLSearchParams(fields) });
  const root = document.documentElement;
  for (const { name } of [...root.attributes]) if (name.startsWith("data-")) root.removeAttribute(name);
  for (const { name, value } of saved.documentElement.attributes) root.setAttribute(name, value);
  for (const meta of document.head.querySelectorAll(PAGE_COLOURS)) meta.remove();
  document.head.append(...saved.head.querySelectorAll(PAGE_COLOURS));
}

/** The page of the preferences. @param {RequestInit} [options] */
async function preferencesPage(options) {
  const response = await fetch(PREFERENCES, options).catch(() => null);
  if (!response) throw new Refused("unreachable", UNREACHABLE);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!response.ok) throw new Refused("malformed", page.querySelector("main .lead")?.textContent ?? UNREACHABLE);
  return page;
}
