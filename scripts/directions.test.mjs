import assert from "node:assert/strict";
import { test } from "node:test";
import {
  circles,
  crateDependencies,
  reachable,
  rings,
  ringsFound,
  rustArrows,
  rustEdges,
  SERVER,
  violations,
  WEB,
  webArrows,
  webEdges,
} from "./directions.mjs";

/** @type {(file: string, source: string) => string[]} */
const rust = (file, source) => rustArrows(file, source).map(({ to }) => to);
/** @type {(file: string, source: string) => string[]} */
const web = (file, source) => webArrows(file, source).map(({ to }) => to);

test("the tables have no circle", () => {
  for (const table of [SERVER, WEB]) {
    const all = reachable(table);
    const leaves = Object.entries(table).flatMap(([modules, targets]) => (targets === "" ? modules.split(" ") : []));
    for (const [module, targets] of all) {
      const back = [...targets].filter((target) => target !== module && !leaves.includes(target) && all.get(target)?.has(module));
      assert.deepEqual(back, [], `${module} and these use each other`);
    }
  }
});

test("an arrow that runs back is a violation, and so is an unknown module", () => {
  const table = {
    top: "middle",
    middle: "bottom",
    bottom: "",
    "leaf other": "",
  };
  const arrow = (/** @type {string} */ from, /** @type {string} */ to) => violations([{ file: "f", from, to }], table);
  assert.deepEqual(arrow("top", "bottom"), []);
  assert.deepEqual(arrow("bottom", "leaf"), []);
  assert.deepEqual(arrow("bottom", "top"), ["f: bottom must not use top"]);
  assert.deepEqual(arrow("middle", "top"), ["f: middle must not use top"]);
  assert.deepEqual(arrow("top", "new"), ["f: new is not in the table of directions"]);
});

test("a circle is found, however long it is", () => {
  const arrow = (/** @type {string} */ from, /** @type {string} */ to) => ({
    file: `${from}.rs`,
    from,
    to,
  });
  assert.deepEqual(circles([arrow("a", "a"), arrow("a", "b"), arrow("b", "c")]), []);
  const found = circles([arrow("a", "b"), arrow("b", "c"), arrow("c", "a"), arrow("c", "d")]);
  assert.deepEqual(found, ["a.rs: a uses b, which uses a in turn", "b.rs: b uses c, which uses b in turn", "c.rs: c uses a, which uses c in turn"]);
});

test("Rust paths are found in every form", () => {
  assert.deepEqual(rust("ws/socket.rs", "use crate::room::{Feed, Room};"), ["room"]);
  assert.deepEqual(rust("ws/mod.rs", "use crate::{\n  app::{App, state::{A, B}},\n  store::Store,\n  ids,\n};"), ["app", "store", "ids"]);
  assert.deepEqual(rust("ws/socket.rs", "fn f() -> crate::error::Error { super::super::names::check() }"), ["error", "names"]);
  assert.deepEqual(rust("app.rs", "use super::store::Store;"), ["store"]);
  assert.deepEqual(rust("ws/mod.rs", "use super::store::Store;"), ["store"]);
  assert.deepEqual(rust("ws/socket.rs", "use super::parse;"), []);
  assert.deepEqual(rust("main.rs", "use thicket_server::cli::Cli;"), ["cli"]);
  assert.deepEqual(rust("model/event.rs", "use thicket_rules::AnyGame;"), ["thicket_rules"]);
  assert.deepEqual(rust("cli/arena.rs", "use thicket_search::Match;"), ["thicket_search"]);
});

test("comments, strings and tests do not count", () => {
  assert.deepEqual(rust("model/event.rs", '/// See crate::ws.\n// crate::pages\nconst A: &str = "crate::room";'), []);
  const tests = "#[cfg(test)]\nmod tests { use crate::ws::X; fn f() { {} } }\nuse crate::ids::Id;";
  assert.deepEqual(rust("model/event.rs", tests), ["ids"]);
  assert.deepEqual(rust("model/event.rs", "#[cfg(test)]\nuse crate::ws::X;\nuse crate::ids::Id;"), ["ids"]);
});

test("imports of scripts are found, and those that leave the folder", () => {
  assert.deepEqual(web("panels/a.js", 'import { b } from "../board/b.js";\nimport "./c.js";'), ["board", "panels"]);
  assert.deepEqual(web("panels/a.js", 'import {\n  b,\n} from "../dom.js";\nexport { c } from "../model/c.js";'), [".", "model"]);
  assert.deepEqual(web("model/a.js", 'import x from "some-package";\nconst y = await import("../../test/y.js");'), Array(2).fill("the rest of the tree"));
  assert.deepEqual(web("model/a.js", '/** @import { A } from "../board/a.js" */\nexport class A { say() { return "a"; } }'), []);
});

/** Edges written as `from > to`. @param {{ from: string, to: string }[]} edges */
const written = (edges) => edges.map(({ from, to }) => `${from} > ${to}`);

test("Rust modules that stand beside each other: a folder is one of them, and a name leads to where it is defined", () => {
  const source = (/** @type {string} */ file, text = "") => ({
    file,
    source: text,
  });
  const files = [
    source("store.rs", "mod a;\npub use self::b::{Named, inner::Deep};\nuse self::a::X;"),
    source("store/a.rs", "use super::Named;\nuse super::{own, c};\nfn f() -> crate::store::b::Y {}"),
    source("store/b/mod.rs", "pub use inner::Deep;\nuse super::super::room::Room;"),
    source("store/b/inner.rs", "use crate::store::{a::X, c::{Y, Z}};\nuse super::other::O;\n#[cfg(test)]\nmod tests { use super::super::c::T; }"),
    source("store/b/other.rs"),
    source("store/c.rs", "use super::Deep;\n// use super::a::X;"),
    source("room.rs"),
  ];
  const [a, b, c] = ["store::a", "store::b", "store::c"];
  assert.deepEqual(written(rustEdges(files)), [
    `${a} > ${b}`,
    `${a} > ${c}`,
    `${a} > ${b}`,
    "store > room",
    `${b} > ${a}`,
    `${b} > ${c}`,
    `${b} > ${c}`,
    `${b}::inner > ${b}::other`,
    `${c} > ${b}`,
  ]);
  assert.deepEqual(rings(rustEdges(files)), [[a, b, c]]);
});

test("scripts import at once, later, or only a type", () => {
  const source =
    '/** @import { A, B } from "./a.js" */\nimport { c } from "../c.js";\nconst load = later((again) => import(`./d.js${again}`));\n/** @type {typeof import("./e.js")} */';
  assert.deepEqual(
    written(webEdges([{ file: "panels/x.js", source }])).sort(),
    ["a", "c", "d", "e"].map((name) => `panels/x.js > ${name === "c" ? "c" : `panels/${name}`}.js`).sort(),
  );
});

test("a circle between files is named with all that are in it", () => {
  const edge = (/** @type {string} */ from, /** @type {string} */ to) => ({
    from,
    to,
  });
  const edges = [edge("a", "b"), edge("b", "a"), edge("b", "c"), edge("c", "d")];
  assert.deepEqual(ringsFound(edges), ["these use each other in a circle: a, b"]);
});

test("what a manifest depends on", () => {
  const manifest =
    '[package]\nname = "x"\n\n[dependencies]\nserde = "1"\nrand = { version = "1" }\n\n[dependencies.axum]\nversion = "1"\n\n[dev-dependencies]\nproptest = "1"\n';
  assert.deepEqual(crateDependencies(manifest), ["serde", "rand", "axum"]);
});
