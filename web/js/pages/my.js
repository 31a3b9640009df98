// The page of one's own tables, kept up to date.

import { followLists } from "../net/lists.js";
import { OwnTables } from "./own-tables.js";

const own = new OwnTables();
followLists("/my/socket", (message) => {
  if (message.t === "turns") own.changed(message.tables, message.nudged);
});
