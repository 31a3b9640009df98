// What is said of a picture of a result. Pure.

export const SAVED_PICTURE = "The picture of the result was saved.";
/** @param {string} title of the game */
export const resultTitle = (title) => `A game of ${title} on Thicket`;
