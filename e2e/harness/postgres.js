// A real Postgres server on a socket in a folder of its own, for servers that share a database.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The user and the group that Linux gives to those who own nothing: Postgres does not run as root. */
const NOBODY = 65_534;
const DEBIAN = "/usr/lib/postgresql";

/** Where its programs are: on the PATH, or where Debian keeps them, the newest. */
function programs() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...(process.env.PATH ?? "").split(":"), ...versions.map((version) => join(DEBIAN, version, "bin"))];
  const found = places.find((place) => existsSync(join(place, "initdb")));
  assert.ok(found, "Postgres is needed for this test: install it (Debian: apt-get install postgresql)");
  return found;
}

export class Postgres {
  #programs = programs();
  #folder = "";

  async start() {
    this.#folder = await mkdtemp(join(tmpdir(), "thicket-e2e-pg-"));
    if (process.getuid?.() === 0) await chown(this.#folder, NOBODY, NOBODY);
    await chmod(this.#folder, 0o700);
    await this.#run("initdb", "-U", "thicket", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "-N");
    const options = `-c listen_addresses='' -k ${this.#folder}`;
    await this.#run("pg_ctl", "-l", join(this.#folder, "log"), "-w", "-o", options, "start");
  }

  /** The URL of its database. */
  get url() {
    return `postgres://thicket@localhost/postgres?host=${this.#folder}`;
  }

  async stop() {
    await this.#run("pg_ctl", "-w", "-m", "immediate", "stop");
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @type {(program: string, ...options: string[]) => Promise<void>} */
  async #run(program, ...options) {
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const data = ["-D", join(this.#folder, "data")];
    // Without pipes: the server would inherit them, and keep them open for as long as it runs.
    const child = spawn(join(this.#programs, program), [...data, ...options], { cwd: this.#folder, stdio: "ignore", ...user });
    const [code] = await once(child, "exit");
    assert.equal(code, 0, `${program} failed`);
  }
}
