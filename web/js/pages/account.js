// The page of an account: adds a passkey. Everything else there works without a script.

import { byId } from "../dom.js";
import { post, sentenceOf } from "../net/http.js";
import { hasPasskeys, makePasskey } from "../net/passkeys.js";

const form = /** @type {HTMLFormElement} */ (byId("add-passkey"));
const password = /** @type {HTMLInputElement} */ (byId("passkey-password"));
const problem = byId("passkey-problem");
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));

form.hidden = !hasPasskeys();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  addPasskey().catch((/** @type {unknown} */ thrown) => {
    problem.textContent = sentenceOf(thrown);
    problem.hidden = false;
    button.disabled = false;
  });
});

/** Asks the server what to make, has the browser make it, and sends it as a form. */
async function addPasskey() {
  problem.hidden = true;
  button.disabled = true;
  const options = await post("/session/passkeys/options", { password: password.value });
  /** @type {HTMLInputElement} */ (form.elements.namedItem("credential")).value = await makePasskey(options);
  form.submit();
}
