// What lessons say to people.

export const LESSON_UNREACHABLE = "Thicket cannot be reached at the moment. Trying again…";
export const VERDICT = { solved: "Well done.", wrong: "Try again." };
export const NEXT = "Next";
export const SHOW_ME = "Show me";
export const FIRST_GAME = "Play a first game against a gentle bot";
export const OPEN_TABLE = "Open a table";
export const READ_RULES = "Read all the rules";
/** @type {(number: number, count: number) => string} */
export const lessonOf = (number, count) => `${number} of ${count}`;
/** @type {(number: number, title: string, solved: boolean) => string} */
export const lessonTitle = (number, title, solved) => `${number}: ${title}${solved ? ", solved" : ""}`;
/** @param {string} colour */
export const youAre = (colour) => `You, ${colour}`;
