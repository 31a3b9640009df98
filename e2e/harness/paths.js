// Where things are in the source tree.

import { readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The server: its debug build, unless `THICKET_PROFILE` names another one. */
export const BINARY = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target", process.env.THICKET_PROFILE ?? "debug", "thicket");

/** A finished game among the fixtures of the rules. @param {string} name */
export const fixture = (name) => join(ROOT, "rules", "fixtures", name);

/** The names of all games: each has a tutorial page. */
export const kinds = () => readdirSync(join(ROOT, "static", "kinds")).flatMap((file) => /^(\w+)\.html$/.exec(file)?.[1] ?? []);

/** The path of an output file: for people to look at, never committed. @param {string} name */
export async function output(name) {
  const path = join(ROOT, "e2e", "output", name);
  await mkdir(dirname(path), { recursive: true });
  return path;
}
