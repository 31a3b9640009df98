// Passkeys, with the virtual authenticator of the browser.

/** @import { Player } from "./player.js" */

/** Browsers have passkeys without https on this machine alone, and by this name. */
export const HOST = "localhost";

/** Gives a browser a device that knows its owner. Returns how to have it know them, or not. @param {Player} player */
export async function withAuthenticator({ device, page }) {
  const session = await device.context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (/** @type {boolean} */ isUserVerified) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** Fills in the form to add a passkey. @type {(player: Player, label: string, password: string) => Promise<void>} */
export async function addPasskey(player, label, password) {
  const form = player.page.locator("#add-passkey");
  await form.getByLabel("Name of the new passkey").fill(label);
  await form.getByLabel("Your password").fill(password);
  await player.press("Add a passkey");
}
