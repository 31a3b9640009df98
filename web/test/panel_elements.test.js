import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../js/panels/", import.meta.url);
/** Modules that show one panel together: what they share is theirs. */
const TOGETHER = [["chat.js", "chat-body.js"]];
/** Modules that measure and show what belongs to no panel: the players, the head of the page, what is in sight of it. */
const LAYOUT = ["page-layout.js", "in-sight.js"];
/** Where a part's style sheet is, is written on its element: read before the part is there. */
const PARTS = ["playing.js"];

/** The ids of elements that a script names. @param {string} source */
const idsIn = (source) => [...source.matchAll(/\b(?:byId|getElementById)\("([\w-]+)"\)|static root = "([\w-]+)"/g)].map(([, used, root]) => used ?? root);

test("a panel reaches only elements of its own", () => {
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  for (const file of readdirSync(FOLDER).filter((file) => !PARTS.includes(file))) {
    const panel = TOGETHER.find((files) => files.includes(file))?.[0] ?? file;
    for (const id of idsIn(readFileSync(new URL(file, FOLDER), "utf8"))) users.set(id, (users.get(id) ?? new Set()).add(panel));
  }
  assert.ok(users.size > 50, "no ids are found");
  const shared = [...users].filter(([, panels]) => [...panels].filter((panel) => !LAYOUT.includes(panel)).length > 1);
  assert.deepEqual(
    shared.map(([id, panels]) => `#${id}: ${[...panels].join(", ")}`),
    [],
  );
});
