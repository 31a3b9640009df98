// A push service (RFC 8030) with any number of browsers, which reads what is sent to them as a browser does (RFC 8291).

import assert from "node:assert/strict";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** @typedef {{ table?: string, title?: string, body?: string, close?: string, waiting: number, seq?: number }} Message */

/** A browser that has subscribed, and what it has been sent. */
export class Subscribed {
  /** @type {Message[]} */
  messages = [];
  #keys = createECDH("prime256v1");
  #auth = randomBytes(16);

  /** @param {string} endpoint */
  constructor(endpoint) {
    this.#keys.generateKeys();
    const keys = { p256dh: this.#keys.getPublicKey("base64url"), auth: this.#auth.toString("base64url") };
    this.subscription = { endpoint, expirationTime: null, keys };
  }

  /** @param {Buffer} body of a request */
  receive(body) {
    this.messages.push(JSON.parse(this.#decrypted(body)));
  }

  /** The text of a message: a salt, the size of a record, the sender's key, and one record. @param {Buffer} body */
  #decrypted(body) {
    const [salt, length] = [body.subarray(0, 16), body[20]];
    const [sender, sealed] = [body.subarray(21, 21 + length), body.subarray(21 + length)];
    const about = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
    const secret = hkdfSync("sha256", this.#keys.computeSecret(sender), this.#auth, about, 32);
    const derived = (/** @type {string} */ what, /** @type {number} */ size) =>
      Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${what}\0`, size));
    const decipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const end = text.lastIndexOf(2);
    assert.ok(end >= 0 && text.subarray(end + 1).every((byte) => byte === 0), "the last record ends with 2 and zeros");
    return text.subarray(0, end).toString();
  }
}

export class PushService {
  /** @type {Map<string, Subscribed>} by their paths */
  #browsers = new Map();
  #server = createServer((request, response) => void this.#answer(request, response));
  #origin = "";

  async listen() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#origin = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (this.#server.address()).port}`;
  }

  /** A further browser subscribes. */
  subscribe() {
    const path = `/send/${this.#browsers.size}`;
    const subscribed = new Subscribed(this.#origin + path);
    this.#browsers.set(path, subscribed);
    return subscribed;
  }

  /** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => Promise<void>} */
  async #answer(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const browser = this.#browsers.get(request.url ?? "");
    browser?.receive(Buffer.concat(parts));
    response.writeHead(browser ? 201 : 404).end();
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
