// A proxy between one player's browser and the server. It can stop forwarding without closing anything, as networks do.

import assert from "node:assert/strict";
import { createServer, connect } from "node:net";
import { once } from "node:events";
import { until } from "./until.js";

/** @import { Socket } from "node:net" */

export class Proxy {
  url = "";
  #cut = false;
  /** How many connections were accepted and ignored. */
  #ignored = 0;
  /** @type {Set<Socket>} both ends of every connection */
  #ends = new Set();
  /** @type {Set<Socket>} those that carry a WebSocket */
  #webSockets = new Set();
  #listener = createServer((client) => this.#forward(client));
  #server;

  /** @param {string} url of the server */
  constructor(url) {
    this.#server = new URL(url);
  }

  async listen() {
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    const address = /** @type {import("node:net").AddressInfo} */ (this.#listener.address());
    this.url = `http://127.0.0.1:${address.port}`;
  }

  /** @param {Socket} client */
  #forward(client) {
    if (this.#cut) return this.#ignore(client);
    const server = connect(Number(this.#server.port), this.#server.hostname);
    client.once("data", (request) => request.includes("/socket HTTP/1.1") && this.#webSockets.add(client).add(server));
    client.setNoDelay(true);
    server.setNoDelay(true);
    for (const [end, other] of [
      [client, server],
      [server, client],
    ]) {
      this.#ends.add(end);
      end.on("close", () => {
        this.#ends.delete(end);
        this.#webSockets.delete(end);
        other.destroy();
      });
      end.on("error", () => {});
      end.pipe(other);
    }
  }

  /** Accepts a connection and never answers. @param {Socket} client */
  #ignore(client) {
    this.#ignored += 1;
    this.#ends.add(client);
    client.on("close", () => this.#ends.delete(client));
    client.on("error", () => {});
    client.on("data", () => {});
  }

  /**
   * From now on nothing comes through, and neither side is told: open WebSockets stay open, and new connections are accepted
   * and ignored. Plain HTTP connections are closed, as browsers close them themselves when the network changes.
   */
  cut() {
    this.#cut = true;
    this.#ignored = 0;
    for (const end of this.#ends) {
      if (!this.#webSockets.has(end)) end.destroy();
      end.unpipe();
      end.on("data", () => {});
    }
  }

  /** Waits until that many connections were tried in vain since the cut. @param {number} count */
  async attempts(count) {
    await until(() => assert.ok(this.#ignored >= count, `${this.#ignored} of ${count} tries to reconnect`));
  }

  /** New connections go to another server. @param {string} url */
  moveTo(url) {
    this.#server = new URL(url);
  }

  /** New connections work again. Those that were cut stay dead. */
  restore() {
    this.#cut = false;
  }

  close() {
    this.#listener.close();
    for (const end of this.#ends) end.destroy();
  }
}
