// The styles and pictures of each game stand apart, so that two games can be shown on one page.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../static/kinds/", import.meta.url);
const read = (/** @type {string} */ file) => readFileSync(new URL(file, folder), "utf8");
const kinds = readdirSync(folder).flatMap((file) => /^(\w+)\.css$/.exec(file)?.[1] ?? []);

/** The selectors and at-rules at a depth of nesting, 0 for those inside no other rule. @param {string} css @param {number} level */
function rulesAt(css, level) {
  let depth = 0;
  let found = "";
  for (const letter of css.replace(/\/\*[^]*?\*\//g, "")) {
    if (letter === "}") depth -= 1;
    if (depth === level) found += letter;
    if (letter === "{") depth += 1;
  }
  return found
    .split(/[{}]/)
    .map((rule) => rule.trim())
    .filter(Boolean);
}

test("there are games", () => assert.ok(kinds.length >= 5));

for (const kind of kinds) {
  test(`${kind}: its styles are about its own boards`, () => {
    assert.deepEqual(rulesAt(read(`${kind}.css`), 0), ["@layer kind"]);
    assert.deepEqual(rulesAt(read(`${kind}.css`), 1), [`[data-kind="${kind}"]`]);
  });

  test(`${kind}: its pictures have names of their own, and its styles reach into them`, () => {
    const svg = read(`${kind}.svg`);
    for (const [, id] of svg.matchAll(/\bid="([^"]+)"/g)) assert.ok(id.startsWith(`${kind}-`), id);
    const pieces = [...svg.matchAll(/<g id="\w+-piece-[^>]*>/g)];
    assert.ok(pieces.length > 0);
    for (const [piece] of pieces) assert.ok(piece.includes(`data-kind="${kind}"`), piece);
  });
}
