// Where things are in the tree.

import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The built server. */
export const BINARY = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target", "debug", "thicket");

/** A finished game among the fixtures of the rules. @param {string} name */
export const fixture = (name) => join(ROOT, "rules", "fixtures", name);

/** A file among the output, which is looked at and never committed. @param {string} name */
export async function output(name) {
  const path = join(ROOT, "e2e", "output", name);
  await mkdir(dirname(path), { recursive: true });
  return path;
}
