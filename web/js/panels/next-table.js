// The key to the next table, which is loaded once it is our turn at another one.

/** @import { Part } from "./parts.js" */
import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./next-table-key.js")>} */
const loadNextTableKey = later((again) => import(`./next-table-key.js${again}`));

/** @type {Part} */
export const NEXT_TABLE = {
  wanted: ({ room }) => room.turns.length > 0,
  load: async () => ({ panels: [(await loadNextTableKey()).NextTableKey] }),
};
