// What lists of tables say to people.

export const NO_OPEN_TABLES = "No open tables. Open a public one to be listed here.";
export const GAMES_TO_WATCH = "Games to watch";

/** The title of a page with lists. @type {(turns: number, title: string) => string} */
export const tabCount = (turns, title) => (turns > 0 ? `(${turns}) ${title}` : title);
