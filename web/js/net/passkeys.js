// Passkeys: the dialogs of the browser, with the server's JSON on one side and ours on the other.

import { NO_PASSKEY, PASSKEY_HERE, PASSKEY_STOPPED } from "../sentences/passkeys.js";

/** Whether this browser has passkeys. */
export const hasPasskeys = () => "PublicKeyCredential" in window && "credentials" in navigator;

/** Whether the browser offers passkeys beside the field of a name. */
export async function offersPasskeys() {
  const ask = hasPasskeys() && window.PublicKeyCredential.isConditionalMediationAvailable;
  return Boolean(ask && (await ask.call(window.PublicKeyCredential).catch(() => false)));
}

/**
 * Has the browser make a passkey; returns it as JSON for the server.
 * @param {PublicKeyCredentialCreationOptionsJSON} options
 */
export async function makePasskey({ challenge, user, excludeCredentials = [], ...rest }) {
  const publicKey = /** @type {PublicKeyCredentialCreationOptions} */ ({
    ...rest,
    challenge: fromBase64Url(challenge),
    user: { ...user, id: fromBase64Url(user.id) },
    excludeCredentials: excludeCredentials.map(({ id, type }) => ({ id: fromBase64Url(id), type })),
  });
  const credential = await answered(navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
  return asJson(credential, { clientDataJSON, attestationObject });
}

/**
 * Has a passkey sign a challenge; returns what it says as JSON for the server.
 * @param {PublicKeyCredentialRequestOptionsJSON} options
 * @param {CredentialMediationRequirement} mediation
 * @param {AbortSignal} [signal]
 */
export async function usePasskey({ challenge, ...rest }, mediation, signal) {
  const publicKey = /** @type {PublicKeyCredentialRequestOptions} */ ({ ...rest, challenge: fromBase64Url(challenge) });
  const credential = await answered(navigator.credentials.get({ publicKey, mediation, signal }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
  return asJson(credential, { clientDataJSON, authenticatorData, signature, userHandle });
}

/** What came out of a dialog; throws a sentence for people if that is nothing. @param {Promise<Credential | null>} dialog */
async function answered(dialog) {
  const credential = await dialog.catch((/** @type {DOMException} */ { name }) => {
    if (name === "NotAllowedError" || name === "AbortError") throw new Error(PASSKEY_STOPPED);
    throw new Error(name === "InvalidStateError" ? PASSKEY_HERE : NO_PASSKEY);
  });
  if (!credential) throw new Error(NO_PASSKEY);
  return /** @type {PublicKeyCredential} */ (credential);
}

/** @type {(credential: PublicKeyCredential, response: { [name in string]: ArrayBuffer | null }) => string} */
function asJson({ rawId, type }, response) {
  const parts = Object.entries(response).flatMap(([name, part]) => (part ? [[name, toBase64Url(part)]] : []));
  return JSON.stringify({ id: toBase64Url(rawId), type, response: Object.fromEntries(parts) });
}

/** @param {string} text */
function fromBase64Url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function toBase64Url(buffer) {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
