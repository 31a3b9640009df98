// Where things are in the tree.

import { readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The built server. */
export const BINARY = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target", "debug", "thicket");

/** A finished game among the fixtures of the rules. @param {string} name */
export const fixture = (name) => join(ROOT, "rules", "fixtures", name);

/** The games that there are: each has a page that teaches it. */
export const kinds = () => readdirSync(join(ROOT, "static", "kinds")).flatMap((file) => /^(\w+)\.html$/.exec(file)?.[1] ?? []);

/** A file among the output, which is looked at and never committed. @param {string} name */
export async function output(name) {
  const path = join(ROOT, "e2e", "output", name);
  await mkdir(dirname(path), { recursive: true });
  return path;
}
