// A real server process: built beforehand, started on a free port with its own data folder, stopped or killed by tests.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { BINARY, output } from "./paths.js";
import { until } from "./until.js";

const run = promisify(execFile);

/** What the log says once the server listens. */
const LISTENING = / listening address=(\S+)$/;
/** How long a stop may take before the process is killed (milliseconds). */
const STOP_TIMEOUT = 30_000;

/**
 * Durations are spelt as in the server's options, such as "500ms". Without the URL of a database the data is in the server's folder.
 * @typedef {{ countdown?: string, drain?: string, awayNudge?: string, away?: string, botPace?: string, botThink?: string, practice?: string, database?: string, publicUrl?: string, smtp?: string, privatePush?: boolean }} Options
 */

export class Server {
  url = "";
  /** @type {string[]} every line that it printed */
  log = [];
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;
  #wasPaused = false;
  #folder = "";
  #name;
  #options;

  /**
   * @param {string} name of the log file among the output
   * @param {Options} options
   */
  constructor(name, options) {
    this.#name = name;
    this.#options = options;
  }

  /** Starts the server. If it ran before, it keeps its address and its data. */
  async start() {
    this.#folder ||= await mkdtemp(join(tmpdir(), "thicket-e2e-"));
    const listen = this.url ? new URL(this.url).host : "127.0.0.1:0";
    const {
      countdown = "500ms",
      drain = "0s",
      awayNudge = "2m",
      away = "10m",
      botPace = "50ms",
      botThink = "2s",
      practice = "0s",
      database,
      publicUrl,
      smtp,
      privatePush,
    } = this.#options;
    const env = {
      ...process.env,
      NO_COLOR: "1",
      THICKET_LOG: "info",
      THICKET_COUNTDOWN: countdown,
      THICKET_DRAIN: drain,
      THICKET_AWAY_NUDGE: awayNudge,
      THICKET_AWAY: away,
      THICKET_BOT_PACE: botPace,
      THICKET_BOT_THINK: botThink,
      THICKET_PRACTICE: practice,
    };
    const command = [
      "serve",
      "--listen",
      listen,
      "--data-dir",
      this.#folder,
      ...(database ? ["--database-url", database] : []),
      ...(publicUrl ? ["--public-url", publicUrl] : []),
      ...(smtp ? ["--smtp-url", smtp] : []),
      ...(privatePush ? ["--private-webhooks"] : []),
    ];
    const child = spawn(BINARY, command, { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    const before = this.log.length;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => this.log.push(line));
    }
    const address = await until(() => {
      const lines = this.log.slice(before);
      assert.equal(child.exitCode, null, `the server exited: ${lines.join("\n")}`);
      const found = lines.map((line) => LISTENING.exec(line)?.[1]).find(Boolean);
      assert.ok(found, "the server does not say where it listens");
      return found;
    });
    this.url = `http://${address}`;
  }

  /** What `thicket admin` says beside the server. @param {string[]} args */
  async admin(...args) {
    const { stdout } = await run(BINARY, ["admin", "--data-dir", this.#folder, ...args]);
    return stdout;
  }

  /** Sends a signal and waits until the process has exited. @param {NodeJS.Signals} signal */
  async stop(signal = "SIGTERM") {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT);
    const [code, killedBy] = await exited;
    clearTimeout(timer);
    if (signal === "SIGTERM") assert.equal(code, 0, `the server did not stop cleanly: ${code ?? killedBy}`);
  }

  /** Whether it says that it can serve. */
  async isReady() {
    return (await fetch(`${this.url}/readyz`)).ok;
  }

  /** The process stops running, with its connections open, until it is resumed. */
  pause() {
    this.#wasPaused = true;
    this.#process?.kill("SIGSTOP");
  }

  resume() {
    this.#process?.kill("SIGCONT");
  }

  /** Fails if the log has a warning or an error. */
  check() {
    // That the database took long is said of a busy machine, not of the server.
    const isSlow = (/** @type {string} */ line) => / WARN sqlx\S* .*\bslow\b/.test(line);
    // Postgres ends a transaction of the writer that stands still for half a second, which is then done again: see POSTGRES_IDLE.
    const isStarved = (/** @type {string} */ line) => / WARN \S*::writer: a transaction failed fault=Unknown\(.*Broken pipe/.test(line);
    // What waited for the database while the process was paused has waited for too long.
    const isLate = (/** @type {string} */ line) => this.#wasPaused && / WARN .*(timed out|did not answer in time)/.test(line);
    // Players find the server at other addresses than the public one, perhaps through a proxy that it does not know.
    const isElsewhere = (/** @type {string} */ line) =>
      this.#options.publicUrl && / WARN .*(a page at another address than |sends X-Forwarded-For,)/.test(line);
    const warnings = this.log.filter((line) => /\b(WARN|ERROR)\b|panicked/.test(line) && ![isSlow, isStarved, isLate, isElsewhere].some((is) => is(line)));
    assert.deepEqual(warnings, [], "warnings in the server's log");
  }

  /** Stops for good. The log is kept among the output, the data is deleted. */
  async close() {
    this.resume();
    await this.stop();
    await writeFile(await output(`${this.#name}.log`), `${this.log.join("\n")}\n`);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
