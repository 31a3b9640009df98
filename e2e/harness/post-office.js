// A real mail server (aiosmtpd), and the mails that it has taken.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "node:events";
import { until } from "./until.js";

/** What it does with mails: see there. */
const HANDLER = fileURLToPath(new URL("../../server/tests/it/mail", import.meta.url));

/** @typedef {{ to: string[], headers: Record<string, string>, text: string }} Mail */

export class PostOffice {
  /** The address for `--smtp-url`. */
  url = "";
  #folder = "";
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;

  async open() {
    this.#folder = await mkdtemp(join(tmpdir(), "thicket-mails-"));
    const port = await freePort();
    const env = { ...process.env, PYTHONPATH: HANDLER, PYTHONDONTWRITEBYTECODE: "1" };
    const file = join(this.#folder, "mails");
    this.#process = spawn("aiosmtpd", ["-n", "-l", `127.0.0.1:${port}`, "-c", "handler.Handler", file], { env, stdio: "inherit" });
    await until(async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.destroy();
    });
    this.url = `smtp://127.0.0.1:${port}`;
  }

  async close() {
    this.#process?.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The mail with this number, from 0, once it has come. @type {(number: number) => Promise<Mail>} */
  async mail(number) {
    return await until(async () => {
      const text = await readFile(join(this.#folder, "mails"), "utf8");
      const line = text.trim().split("\n")[number];
      assert.ok(line, "the mail has not come");
      return JSON.parse(line);
    });
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  return port;
}

/** The path of a link in a mail. @type {(mail: Mail, beginning: string) => string} */
export function linkIn({ text }, beginning) {
  const start = text.indexOf(beginning);
  assert.ok(start >= 0, `no link to ${beginning} in ${text}`);
  return text.slice(start).split(/\s/)[0];
}
