// What is said of one's own note about a table. Pure.

export const NOTE_LABEL = "Your note about this table, which only you see";
export const NOTE_SAVED = "Saved.";
export const NOTE_CHANGED = "Your note was changed on another device meanwhile. Yours is not saved. There it says:";
export const KEEP_MINE = "Keep mine";
export const TAKE_OTHER = "Take the other one";
