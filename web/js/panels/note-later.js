// One's own note about the table, for those who play or played there.

/** @import { Part } from "./parts.js" */
import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./note.js")>} */
const loadNote = later((again) => import(`./note.js${again}`));

/** @type {Part} */
export const NOTE = {
  wanted: ({ seats }) => seats.length > 0,
  load: async () => ({ panels: [(await loadNote()).Note] }),
};
