import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import globals from "globals";

const SCRIPTS = new URL("../js/", import.meta.url);

test("no module declares a name of the browser, which other modules of its page may mean", () => {
  const modules = readdirSync(SCRIPTS, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  assert.ok(modules.length > 50);
  for (const path of modules) {
    const declarations = readFileSync(new URL(path, SCRIPTS), "utf8").matchAll(/^(?:export )?(?:async )?(?:function|class|const|let) ([\w$]+)/gm);
    const taken = [...declarations].map(([, name]) => name).filter((name) => name in globals.browser || name in globals.builtin);
    assert.deepEqual(taken, [], path);
  }
});
