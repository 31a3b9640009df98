// The wire between somebody's browser and the server: it can go dead, as wires do, without telling either end.

import { createServer, connect } from "node:net";
import { once } from "node:events";

/** @import { Socket } from "node:net" */

export class Wire {
  url = "";
  #dead = false;
  /** @type {Set<Socket>} all ends of all lines */
  #ends = new Set();
  /** @type {Set<Socket>} the ends of web sockets */
  #sockets = new Set();
  #server = createServer((near) => this.#join(near));
  #to;

  /** @param {string} url of the server */
  constructor(url) {
    this.#to = new URL(url);
  }

  async open() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = /** @type {import("node:net").AddressInfo} */ (this.#server.address());
    this.url = `http://127.0.0.1:${address.port}`;
  }

  /** @param {Socket} near */
  #join(near) {
    if (this.#dead) return this.#swallow(near);
    const far = connect(Number(this.#to.port), this.#to.hostname);
    near.once("data", (said) => said.includes("/socket HTTP/1.1") && this.#sockets.add(near).add(far));
    near.setNoDelay(true);
    far.setNoDelay(true);
    for (const [end, other] of [[near, far], [far, near]]) {
      this.#ends.add(end);
      end.on("close", () => {
        this.#ends.delete(end);
        this.#sockets.delete(end);
        other.destroy();
      });
      end.on("error", () => {});
      end.pipe(other);
    }
  }

  /** A line that opens and leads nowhere. @param {Socket} near */
  #swallow(near) {
    this.#ends.add(near);
    near.on("close", () => this.#ends.delete(near));
    near.on("error", () => {});
    near.on("data", () => {});
  }

  /**
   * Nothing comes through any more, and nothing says so: open web sockets stay open, and swallow all; so do new lines. Lines
   * that only brought pages are closed, as browsers close them themselves when the network changes.
   */
  die() {
    this.#dead = true;
    for (const end of this.#ends) {
      if (!this.#sockets.has(end)) end.destroy();
      end.unpipe();
      end.on("data", () => {});
    }
  }

  /** New lines work again. The old ones stay dead. */
  mend() {
    this.#dead = false;
  }

  close() {
    this.#server.close();
    for (const end of this.#ends) end.destroy();
  }
}
