// What is said where a link is shared. Pure.

/** @param {string} title of the game */
export const shareTitle = (title) => `${title} on Thicket`;
export const COPY = "Copy";
export const SHARE = "Share…";
/** On a button in the place of “Copy link”. */
export const SHARE_LINK = "Share link…";
/** In the place of “Copy link to this turn”. */
export const SHARE_TURN = "Share link to this turn…";
