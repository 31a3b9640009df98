// Signing in with a passkey, by a button or where the browser offers one beside the name. The password works without a script.

import { byId } from "../dom.js";
import { post, sentenceOf } from "../net/http.js";
import { hasPasskeys, offersPasskeys, usePasskey } from "../net/passkeys.js";

/** The server forgets a challenge after five minutes; the browser is given another one before (milliseconds). */
const CHALLENGE_LIFE = 4 * 60_000;

const form = /** @type {HTMLFormElement} */ (byId("passkey-form"));
const problem = byId("passkey-problem");
/** The offer of the browser beside the name, of which there can be one. */
let offer = new AbortController();

form.hidden = !hasPasskeys();
byId("use-passkey").addEventListener("click", () => {
  if (!seatsAreChosen()) return;
  offer.abort();
  problem.hidden = true;
  signIn("optional").catch((/** @type {unknown} */ thrown) => {
    problem.textContent = sentenceOf(thrown);
    problem.hidden = false;
    void offerBesideName();
  });
});
void offerBesideName();

/** Has the browser list passkeys where the name is typed, for as long as the page is open. */
async function offerBesideName() {
  if (!(await offersPasskeys())) return;
  offer = new AbortController();
  const { signal } = offer;
  const timer = setTimeout(() => {
    offer.abort();
    void offerBesideName();
  }, CHALLENGE_LIFE);
  // That nobody takes the offer is no problem.
  await signIn("conditional", signal).catch(() => clearTimeout(timer));
}

/** @type {(mediation: CredentialMediationRequirement, signal?: AbortSignal) => Promise<void>} */
async function signIn(mediation, signal) {
  const options = await post("/sign-in/passkey/options");
  const credential = await usePasskey(options, mediation, signal);
  if (!seatsAreChosen()) return;
  fillIn("credential", credential);
  fillIn("seats", chosenSeats()?.value ?? "");
  form.submit();
}

/** The choice about the seats of a guest, if there is one and it was made. */
function chosenSeats() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector("#sign-in [name=seats]:checked"));
}

/** Whether nothing is left to choose; the browser says what is. */
function seatsAreChosen() {
  const choice = /** @type {HTMLInputElement | null} */ (document.querySelector("#sign-in [name=seats]"));
  return choice === null || choice.reportValidity();
}

/** @type {(name: string, value: string) => void} */
function fillIn(name, value) {
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
}
