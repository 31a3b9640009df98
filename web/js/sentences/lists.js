// What lists of tables say to people.

/** The title of a page with lists. @type {(turns: number, title: string) => string} */
export const tabCount = (turns, title) => (turns > 0 ? `(${turns}) ${title}` : title);
