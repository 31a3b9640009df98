import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { backOff, Socket } from "../js/net/socket.js";

/** A socket that does what the test says. */
class FakeSocket {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static all = [];
  readyState = 0;
  /** @type {string[]} */
  sent = [];
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {((event: { code: number }) => void) | null} */
  onclose = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  /** @param {unknown} message */
  receive(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text).t);
  }
  close() {
    this.readyState = 3;
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** @type {{ opened: number, lost: number, received: unknown[] }} */
let seen;
/** @type {Socket} */
let socket;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  globalThis.WebSocket = /** @type {any} */ (FakeSocket);
  FakeSocket.all = [];
  seen = { opened: 0, lost: 0, received: [] };
  socket = new Socket("ws://x", {
    opened: () => (seen.opened += 1),
    received: (message) => seen.received.push(message),
    lost: () => (seen.lost += 1),
  });
  socket.connect();
});
afterEach(() => mock.timers.reset());

const ws = () => FakeSocket.all[FakeSocket.all.length - 1];

/** Time passes second by second. @param {number} seconds */
function pass(seconds, each = () => {}) {
  for (let at = 0; at < seconds; at += 1) {
    mock.timers.tick(1000);
    each();
  }
}

test("messages come through, and a dropped connection comes back by itself", () => {
  ws().open();
  ws().receive({ t: "pong", now: 0 });
  assert.deepEqual(seen.received, [{ t: "pong", now: 0 }]);
  ws().drop();
  assert.equal(seen.lost, 1);
  pass(2);
  assert.equal(FakeSocket.all.length, 2);
  ws().open();
  assert.equal(seen.opened, 2);
});

test("something is sent at least every ten seconds", () => {
  ws().open();
  const own = ws();
  pass(60, () => own.receive({ t: "pong", now: 0 }));
  assert.ok(own.sent.filter((t) => t === "ping").length >= 6, String(own.sent.length));
  assert.equal(seen.lost, 0);
});

test("a silent connection is lost, although nothing closed it", () => {
  ws().open();
  pass(21);
  assert.equal(seen.lost, 1);
  pass(2);
  assert.equal(FakeSocket.all.length, 2);
});

test("a connection that does not open is given up, and tried again soon", () => {
  pass(6);
  assert.equal(seen.lost, 1);
  assert.equal(FakeSocket.all.length, 2);
});

test("on waking up a dead connection is found out at once, a good one is kept", () => {
  ws().open();
  mock.timers.tick(100);
  socket.wake();
  assert.deepEqual(ws().sent, ["ping"]);
  ws().receive({ t: "pong", now: 0 });
  mock.timers.tick(3000);
  assert.equal(seen.lost, 0);
  mock.timers.tick(100);
  socket.wake();
  mock.timers.tick(3000);
  assert.equal(seen.lost, 1);
});

test("on waking up without a connection the next try is made at once", () => {
  ws().open();
  ws().drop();
  socket.wake();
  assert.equal(FakeSocket.all.length, 2);
  ws().open();
  pass(10);
  assert.equal(FakeSocket.all.length, 2, "the attempt that was planned is not made as well");
});

test("a connection that was closed for good stays closed", () => {
  ws().open();
  socket.close();
  pass(60);
  socket.wake();
  assert.equal(FakeSocket.all.length, 1);
});

test("the first attempt comes at once, those after it do not", () => {
  ws().open();
  ws().receive({ t: "pong", now: 0 });
  ws().drop(1012);
  mock.timers.tick(0);
  assert.equal(FakeSocket.all.length, 2);
  // The next server opens the connection and closes it again.
  ws().open();
  ws().drop(1012);
  mock.timers.tick(199);
  assert.equal(FakeSocket.all.length, 2);
  mock.timers.tick(5000);
  assert.equal(FakeSocket.all.length, 3);
});

test("the back-off grows, is jittered and has an end", () => {
  assert.equal(backOff(0, 1), 0);
  assert.equal(backOff(1, 0), 200);
  assert.ok(backOff(3, 0.5) > backOff(1, 0.5));
  assert.ok(backOff(50, 1) <= 5000);
  assert.notEqual(backOff(3, 0.2), backOff(3, 0.8));
});

test("at another address than the public one it does not connect again", async () => {
  // The server has put the notice into the page already.
  globalThis.document = /** @type {any} */ ({ querySelector: (/** @type {string} */ which) => which === ".other-address" || null });
  ws().open();
  const refusal = { t: "refused", id: null, code: "other_address", sentence: "To play, open it at https://play.example/g/x" };
  ws().receive(refusal);
  assert.deepEqual(seen.received, [refusal]);
  // What says so is loaded then.
  await import("../js/net/other-address.js");
  await new Promise((resolve) => setImmediate(resolve));
  pass(60);
  socket.wake();
  assert.equal(FakeSocket.all.length, 1);
});
