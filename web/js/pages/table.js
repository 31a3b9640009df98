// The page of a table before the start. What the game needs is loaded when it is about to begin.

import { byId } from "../dom.js";
import { addStyles, later } from "../net/later.js";
import { BEFORE_START } from "../panels/before-start.js";
import { openTable } from "../panels/open-table.js";

/** @type {() => Promise<typeof import("../panels/playing.js")>} */
const loadPanels = later((again) => import(`../panels/playing.js${again}`));
const loadStyles = later(() => addStyles(byId("stage").dataset.styles ?? ""));

openTable(BEFORE_START, [
  {
    // When the last chair is taken, the game begins in a moment.
    wanted: ({ table }) => !table.chairs.includes(null),
    load: async () => {
      const [{ PLAYING: panels, LATER_IN_GAME: parts }] = await Promise.all([loadPanels(), loadStyles()]);
      return { panels, parts };
    },
    moves: true,
  },
]);
