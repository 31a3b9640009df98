// What is said about passkeys, in complete sentences.

export const PASSKEY_STOPPED = "Nothing was changed: your device did not confirm it.";
export const PASSKEY_HERE = "This device already has a passkey for your account.";
export const NO_PASSKEY = "Your device could not do that. Please try again, or use your password.";
