// The real server: built before, started on a free port with a folder of its own, stopped or killed at will.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BINARY, output } from "./places.js";
import { until } from "./until.js";

/** What a server says once it listens. */
const OPEN = /^Thicket is open at (http:\S+?)\/$/;
/** How long it may take to stop. */
const LAST_WORDS = 12_000;

export class Server {
  url = "";
  /** @type {string[]} all that it wrote */
  log = [];
  /** @type {RegExp[]} */
  #forgiven = [];
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;
  #folder = "";
  #name;

  /** @param {string} name of the log among the output */
  constructor(name) {
    this.#name = name;
  }

  /** Starts; again at the same address with the same data, if it ran before. */
  async start() {
    this.#folder ||= await mkdtemp(join(tmpdir(), "thicket-e2e-"));
    const listen = this.url ? new URL(this.url).host : "127.0.0.1:0";
    const env = { ...process.env, NO_COLOR: "1", THICKET_LOG: "info" };
    const told = ["serve", "--listen", listen, "--data-dir", this.#folder];
    const child = spawn(BINARY, told, { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    const before = this.log.length;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => this.log.push(line));
    }
    this.url = await until(() => {
      assert.equal(child.exitCode, null, `the server ended: ${this.log.slice(before).join("\n")}`);
      const found = this.log.slice(before).map((line) => OPEN.exec(line)?.[1]).find(Boolean);
      assert.ok(found, "the server does not say where it is");
      return found;
    });
  }

  /** Ends it by a signal, and waits for its end. @param {NodeJS.Signals} signal */
  async stop(signal = "SIGTERM") {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), LAST_WORDS);
    const [code, by] = await ended;
    clearTimeout(late);
    if (signal === "SIGTERM") assert.equal(code, 0, `the server did not stop cleanly: ${code ?? by}`);
  }

  /** The machine does something else for a while: nothing is closed, and nothing answers. @param {boolean} halted */
  halt(halted) {
    this.#process?.kill(halted ? "SIGSTOP" : "SIGCONT");
  }

  /** Lines that are expected to warn. @param {RegExp} pattern */
  forgive(pattern) {
    this.#forgiven.push(pattern);
  }

  /** Nothing but what was expected went wrong. */
  check() {
    const bad = this.log.filter((line) => /\b(WARN|ERROR)\b|panicked/.test(line));
    const left = bad.filter((line) => !this.#forgiven.some((pattern) => pattern.test(line)));
    assert.deepEqual(left, [], "the server's log complains");
  }

  /** Stops for good, and leaves its log among the output. */
  async close() {
    await this.stop();
    await writeFile(await output(`${this.#name}.log`), `${this.log.join("\n")}\n`);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
