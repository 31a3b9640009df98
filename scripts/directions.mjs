// Holds the directions of dependencies that ARCHITECTURE.md names: an import that runs against them fails, and so does a circle
// between files. The tables below are the directions; each check reads the sources and nothing else.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * For each module those that it may use; it may use theirs, too. Modules with nothing on the right may be used by all.
 * @typedef {{ [modules in string]: string }} Table
 */

/** The modules of server/src, and those of its folder http by their own names. @type {Table} */
export const SERVER = {
  main: "cli",
  cli: "serve thicket_search",
  serve: "router accept bots open_data practice tournaments",
  tournaments: "tables pool",
  bots: "tables pool thicket_search",
  router: "ws pages metrics admission routing",
  accept: "connection app",
  pages: "api delivery app at_table open_data practice",
  "ws api metrics admission routing": "app at_table json",
  app: "delivery people clubs tournaments records pictures clock_skew lobby analysis backfill idempotency",
  delivery: "tables story pictures",
  backfill: "tables",
  practice: "analysis store",
  analysis: "error pool thicket_search",
  pool: "limits thicket_search",
  "records at_table json": "error picture story archive etag lines",
  pictures: "error picture pool",
  open_data: "store record config",
  error: "tables tournaments clubs people auth record tutorial explore pool",
  "tables lobby": "room",
  room: "store protocol",
  "record tutorial explore": "protocol",
  story: "model",
  picture: "assets thicket_rules",
  idempotency: "auth",
  "auth clock_skew": "store",
  people: "store limits",
  clubs: "store thicket_pairings",
  store: "bus model",
  protocol: "clock_words",
  clock_words: "model",
  bus: "ids",
  model: "thicket_rules thicket_pairings",
  thicket_search: "thicket_rules",
  "address archive assets config connection etag headers ids lines limits names pauses pulse quote seq stored_as thicket_pairings thicket_rules time wake_filter words":
    "",
};

/** The folders of web/js; "." stands for the files beside them. Imports of types do not count. That the model uses no page is
 * checked by the linter: see web/eslint.config.js. @type {Table} */
export const WEB = {
  pages: "panels net",
  panels: "board net",
  board: "model",
  net: "model",
  "model sentences .": "",
};

/** @typedef {{ file: string, from: string, to: string }} Arrow a dependency between two modules, and the file that has it */

/** What each module may use, directly or not. @type {(table: Table) => Map<string, Set<string>>} */
export function reachable(table) {
  /** @type {Map<string, Set<string>>} */
  const direct = new Map();
  for (const [modules, targets] of Object.entries(table)) {
    for (const module of words(modules)) direct.set(module, new Set(words(targets)));
  }
  const leaves = [...direct].flatMap(([module, { size }]) => (size === 0 ? [module] : []));
  return new Map([...closure(direct)].map(([module, targets]) => [module, new Set([module, ...targets, ...leaves])]));
}

/** Follows the arrows of a graph to their ends. @type {(direct: Map<string, Set<string>>) => Map<string, Set<string>>} */
function closure(direct) {
  const follow = (/** @type {string} */ module, /** @type {Set<string>} */ seen) => {
    for (const target of direct.get(module) ?? []) if (!seen.has(target)) follow(target, seen.add(target));
    return seen;
  };
  return new Map([...direct.keys()].map((module) => [module, follow(module, new Set())]));
}

/** @param {string} text */
const words = (text) => text.split(" ").filter(Boolean);

/** What is wrong with some arrows, each once. @type {(arrows: Arrow[], table: Table) => string[]} */
export function violations(arrows, table) {
  const allowed = reachable(table);
  const complaint = (/** @type {Arrow} */ { file, from, to }) => {
    const unknown = [from, to].find((module) => !allowed.has(module));
    if (unknown) return [`${file}: ${unknown} is not in the table of directions`];
    return allowed.get(from)?.has(to) ? [] : [`${file}: ${from} must not use ${to}`];
  };
  return [...new Set(arrows.flatMap(complaint))];
}

/** The arrows that are part of a circle, which no table allows. @param {Arrow[]} arrows */
export function circles(arrows) {
  /** @type {Map<string, Set<string>>} */
  const direct = new Map();
  for (const { from, to } of arrows) direct.set(from, (direct.get(from) ?? new Set()).add(to));
  const all = closure(direct);
  const circular = arrows.filter(({ from, to }) => from !== to && all.get(to)?.has(from));
  return [...new Set(circular.map(({ file, from, to }) => `${file}: ${from} uses ${to}, which uses ${from} in turn`))];
}

/** The arrows of a Rust source file below `src`. @type {(file: string, source: string) => Arrow[]} */
export function rustArrows(file, source) {
  const path = file
    .replace(/\.rs$/, "")
    .split("/")
    .filter((part) => part !== "mod");
  const from = path[0];
  if (from === "lib") return [];
  const code = withoutTests(withoutComments(source));
  // `super::super::x` in the module a::b is `crate::x`.
  const root = new RegExp(String.raw`(?:\bcrate::|(?<![\w:])(?:super::){${path.length}})(?!super)`, "g");
  const targets = [...code.matchAll(root)].flatMap(({ 0: { length }, index }) => firstNames(code.slice(index + length)));
  for (const crate of ["thicket_pairings", "thicket_rules", "thicket_search"]) if (new RegExp(`\\b${crate}\\b`).test(code)) targets.push(crate);
  if (from === "main" && /\bthicket_server::/.test(code)) {
    targets.push(...[...code.matchAll(/\bthicket_server::/g)].flatMap(({ 0: { length }, index }) => firstNames(code.slice(index + length))));
  }
  return targets.map((to) => ({ file, from, to }));
}

/** The first names of a path, or of each path of a group such as `{a::B, c}`. @param {string} rest */
function firstNames(rest) {
  const single = /^[a-z_]\w*/.exec(rest);
  if (single) return [single[0]];
  if (!rest.startsWith("{")) return [];
  const flat = block(rest)
    .slice(1, -1)
    .replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, "");
  return flat.split(",").flatMap((path) => /^\s*([a-z_]\w*)/.exec(path)?.[1] ?? []);
}

/** The text up to the brace that closes the first one. @param {string} text */
function block(text) {
  let depth = 0;
  for (let at = text.indexOf("{"); at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}" && (depth -= 1) === 0) return text.slice(0, at + 1);
  }
  return text;
}

/** Comments are blanked, and what strings contain. @param {string} source */
function withoutComments(source) {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#+)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^'\\])'/g;
  return source.replace(token, (found) => (found.startsWith("/") ? " " : '""'));
}

/** What only tests compile is taken out: items after `#[cfg(test)]`. @type {(code: string) => string} */
function withoutTests(code) {
  const mark = /#\[cfg\(test\)\]/.exec(code);
  if (!mark) return code;
  const rest = code.slice(mark.index);
  const end = /[;{]/.exec(rest);
  if (!end) return code.slice(0, mark.index);
  const item = end[0] === ";" ? rest.slice(0, end.index + 1) : block(rest);
  return code.slice(0, mark.index) + withoutTests(rest.slice(item.length));
}

/** The arrows of a script below `web/js`; what lies outside of it has no name. @type {(file: string, source: string) => Arrow[]} */
export function webArrows(file, source) {
  const folder = (/** @type {string} */ path) => (path.startsWith("..") ? "the rest of the tree" : path.includes("/") ? path.split("/")[0] : ".");
  return importsOf(source).map((to) => {
    const target = to.startsWith(".") ? join(dirname(file), to).split(sep).join("/") : "../";
    return { file, from: folder(file), to: folder(target) };
  });
}

/** The addresses that a script imports: at once, or (`import("./part.js")`, or with a template) when it is needed. @param {string} source */
function importsOf(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, " ");
  const statement = /^\s*(?:(?:import|export)\b[^"';()=]*\bfrom|import)\s*["']([^"']+)["']|\bimport\(\s*["'`]([^"'`$]+)/gm;
  return [...code.matchAll(statement)].map(([, fixed, dynamic]) => fixed ?? dynamic);
}

/** @typedef {{ from: string, to: string }} Edge between two files, or two modules that stand beside each other */

/** The imports between scripts, those of types included. @param {{ file: string, source: string }[]} files @returns {Edge[]} */
export function webEdges(files) {
  return files.flatMap(({ file, source }) => {
    const types = [...source.matchAll(/(?:@import \{[^}]*\} from |\bimport\()"(\.[^"]+)"/g)].map(([, path]) => path);
    const all = [...importsOf(source), ...types].filter((path) => path.startsWith("."));
    return all.map((path) => ({ from: file, to: join(dirname(file), path).split(sep).join("/") })).filter(({ from, to }) => from !== to);
  });
}

/** The modules that a Rust file is in, itself included: none for a crate's root. @param {string} file */
function moduleOf(file) {
  const path = file.replace(/\.rs$/, "").split("/");
  return path.filter((part, at) => !(at === path.length - 1 && ["mod", "lib", "main"].includes(part)));
}

/**
 * The dependencies between Rust modules that stand beside each other, each named by its whole path: a folder counts as one
 * module. What a module and the modules in it use of one another does not count.
 * @param {{ file: string, source: string }[]} files
 * @returns {Edge[]}
 */
export function rustEdges(files) {
  const modules = new Map(
    files.map(({ file, source }) => {
      const path = moduleOf(file);
      const code = withoutTests(withoutComments(source));
      return [path.join("::"), { path, code }];
    }),
  );
  const exported = new Map([...modules].map(([name, { path, code }]) => [name, reExports(path, code)]));
  return [...modules.values()].flatMap(({ path, code }) =>
    pathsIn(path, code).flatMap((used) => {
      const target = definedIn(used, modules, exported);
      const apart = path.findIndex((part, at) => part !== target[at]);
      if (apart < 0 || target[apart] === undefined) return [];
      const name = (/** @type {string[]} */ module) => module.slice(0, apart + 1).join("::");
      return [{ from: name(path), to: name(target) }];
    }),
  );
}

/** The paths in a module's code that begin in this crate, from its root. @type {(module: string[], code: string) => string[][]} */
function pathsIn(module, code) {
  const root = /(?<![\w:])(?:crate::|self::|(?:super::)+)(?=[\w{*])/g;
  return [...code.matchAll(root)].flatMap(({ 0: text, index }) => {
    const up = text.split("super::").length - 1;
    const base = text === "crate::" ? [] : module.slice(0, module.length - up);
    return pathsAfter(code.slice(index + text.length)).map((rest) => [...base, ...rest]);
  });
}

/** The paths that a text begins with: one, or those of a group such as `a::{B, c::{d, E}}`. @type {(rest: string) => string[][]} */
function pathsAfter(rest) {
  const single = /^(\w+)(::)?/.exec(rest);
  if (single) return single[2] ? pathsAfter(rest.slice(single[0].length)).map((path) => [single[1], ...path]) : [[single[1]]];
  if (!rest.startsWith("{")) return [[]];
  return parts(block(rest).slice(1, -1)).flatMap((part) => pathsAfter(part.trim()));
}

/** A list at its commas, those in braces apart. @param {string} list */
function parts(list) {
  const all = [""];
  let depth = 0;
  for (const letter of list) {
    depth += Number(letter === "{") - Number(letter === "}");
    if (letter === "," && depth === 0) all.push("");
    else all[all.length - 1] += letter;
  }
  return all.filter((part) => part.trim() !== "");
}

/** What a module names that others define, by its name. @type {(module: string[], code: string) => Map<string, string[]>} */
function reExports(module, code) {
  const statements = [...code.matchAll(/\bpub(?:\([^)]*\))? use ([^;]+);/g)].map(([, path]) => path);
  const paths = statements.flatMap((path) => pathsIn(module, /^(?:crate|self|super)::/.test(path) ? path : `self::${path}`));
  return new Map(paths.map((path) => [path[path.length - 1] ?? "", path]));
}

/** The module that defines what a path names. @type {(path: string[], modules: Map<string, unknown>, exported: Map<string, Map<string, string[]>>, hops?: number) => string[]} */
function definedIn(path, modules, exported, hops = 4) {
  let length = path.length;
  while (length > 0 && !modules.has(path.slice(0, length).join("::"))) length -= 1;
  const further = exported.get(path.slice(0, length).join("::"))?.get(path[length] ?? "");
  return further && hops > 0 ? definedIn(further, modules, exported, hops - 1) : path.slice(0, length);
}

/** The circles of a graph: sets of nodes each of which leads to all of the set, in order. @param {Edge[]} edges @returns {string[][]} */
export function rings(edges) {
  /** @type {Map<string, Set<string>>} */
  const direct = new Map();
  for (const { from, to } of edges) direct.set(from, (direct.get(from) ?? new Set()).add(to));
  const all = closure(direct);
  const circular = [...all.keys()].filter((node) => all.get(node)?.has(node));
  const sets = circular.map((node) =>
    circular
      .filter((other) => all.get(node)?.has(other) && all.get(other)?.has(node))
      .sort()
      .join(" "),
  );
  return [...new Set(sets)].sort().map(words);
}

/** What is wrong with a graph: its circles. @param {Edge[]} edges */
export const ringsFound = (edges) => rings(edges).map((ring) => `these use each other in a circle: ${ring.join(", ")}`);

/** The dependencies that a crate's manifest declares, those of its tests apart. @param {string} manifest */
export function crateDependencies(manifest) {
  const section = /^\[(?:target\..*\.)?(?:build-)?dependencies(?:\.([\w-]+))?\]$([^[]*)/gm;
  return [...manifest.matchAll(section)].flatMap(([, one, lines]) => (one ? [one] : [...lines.matchAll(/^([\w-]+)/gm)].map(([, name]) => name)));
}

/** Modules of tests in files of their own: `tests.rs`, and what lies in a folder `tests`. @param {string} file */
const isTest = (file) => /(^|\/)tests(\.rs$|\/)/.test(file);

/** @type {(folder: string, ending: string) => { file: string, source: string }[]} */
function sources(folder, ending) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  return files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { file: relative(folder, path).split(sep).join("/"), source: readFileSync(path, "utf8") };
  });
}

/** What comes in passes the modules of `http` at several levels, so the table names each of them. @type {(source: { file: string, source: string }) => { file: string, source: string }} */
const insideHttp = ({ file, source }) => ({ file: file.replace(/^http\//, ""), source: source.replace(/\bcrate::http::/g, "crate::") });

/** Circles are looked for once the table is kept: one arrow back makes circles of many. @type {(arrows: Arrow[], table: Table) => string[]} */
function wrong(arrows, table) {
  const found = violations(arrows, table);
  return found.length > 0 ? found : circles(arrows);
}

/** All that is wrong in a source tree. @param {string} root */
function check(root) {
  const server = sources(join(root, "server", "src"), ".rs")
    .filter(({ file }) => !isTest(file) && file !== "http/mod.rs")
    .map(insideHttp);
  const web = sources(join(root, "web", "js"), ".js");
  const dependencies = (/** @type {string} */ crate) => crateDependencies(readFileSync(join(root, crate, "Cargo.toml"), "utf8"));
  const search = dependencies("search").filter((name) => !["thicket-rules", "fastrand"].includes(name));
  const pairings = dependencies("pairings").filter((name) => name !== "integer-blossom");
  return [
    ...wrong(
      server.flatMap(({ file, source }) => rustArrows(file, source)),
      SERVER,
    ),
    ...wrong(
      web.flatMap(({ file, source }) => webArrows(file, source)),
      WEB,
    ),
    ...ringsFound(rustEdges(server)),
    ...ringsFound(webEdges(web)),
    ...dependencies("rules").map((name) => `rules/Cargo.toml: rules must not depend on ${name}`),
    ...search.map((name) => `search/Cargo.toml: search must not depend on ${name}`),
    ...pairings.map((name) => `pairings/Cargo.toml: pairings must not depend on ${name}`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = check(fileURLToPath(new URL("..", import.meta.url)));
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
