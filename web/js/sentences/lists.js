// What lists of tables say to people.

export const NO_OPEN_TABLES = "No open tables. Open a public one to be listed here.";
export const GAMES_TO_WATCH = "Games to watch";
