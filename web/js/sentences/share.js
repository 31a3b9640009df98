// What is said where a link is shared. Pure.

/** @param {string} title of the game */
export const shareTitle = (title) => `${title} on Thicket`;
export const COPY = "Copy";
export const SHARE = "Share…";
