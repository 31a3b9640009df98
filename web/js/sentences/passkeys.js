// What is said about passkeys, in complete sentences.

export const PASSKEY_STOPPED = "Nothing was done: your device has not confirmed it.";
export const PASSKEY_HERE = "This device has a passkey of your account already.";
export const NO_PASSKEY = "Your device could not do that. Please try again, or use your password.";
