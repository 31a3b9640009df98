import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { backOff, Socket } from "../js/net/socket.js";

/** A line that does what the test says. */
class Line {
  static OPEN = 1;
  /** @type {Line[]} */
  static all = [];
  readyState = 0;
  sent = [];
  constructor() {
    Line.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  send(text) {
    this.sent.push(JSON.parse(text).t);
  }
  close() {
    this.readyState = 3;
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

/** @type {{ opened: number, lost: number, heard: unknown[] }} */
let seen;
/** @type {Socket} */
let socket;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  globalThis.WebSocket = /** @type {any} */ (Line);
  Line.all = [];
  seen = { opened: 0, lost: 0, heard: [] };
  socket = new Socket("ws://x", {
    opened: () => (seen.opened += 1),
    heard: (message) => seen.heard.push(message),
    lost: () => (seen.lost += 1),
  });
  socket.connect();
});
afterEach(() => mock.timers.reset());

const line = () => Line.all[Line.all.length - 1];

/** Time passes second by second. @param {number} seconds */
function pass(seconds, each = () => {}) {
  for (let at = 0; at < seconds; at += 1) {
    mock.timers.tick(1000);
    each();
  }
}

test("messages come through, and a dropped line comes back by itself", () => {
  line().open();
  line().hear({ t: "pong" });
  assert.deepEqual(seen.heard, [{ t: "pong" }]);
  line().drop();
  assert.equal(seen.lost, 1);
  pass(2);
  assert.equal(Line.all.length, 2);
  line().open();
  assert.equal(seen.opened, 2);
});

test("we say something at least every ten seconds", () => {
  line().open();
  const own = line();
  pass(60, () => own.hear({ t: "pong" }));
  assert.ok(own.sent.filter((t) => t === "ping").length >= 6, String(own.sent.length));
  assert.equal(seen.lost, 0);
});

test("a silent line is lost, although nothing closed it", () => {
  line().open();
  pass(21);
  assert.equal(seen.lost, 1);
  pass(2);
  assert.equal(Line.all.length, 2);
});

test("a line that does not open is given up, and tried again soon", () => {
  pass(6);
  assert.equal(seen.lost, 1);
  assert.equal(Line.all.length, 2);
});

test("on waking up a dead line is found out at once, a good one is kept", () => {
  line().open();
  mock.timers.tick(100);
  socket.wake();
  assert.deepEqual(line().sent, ["ping"]);
  line().hear({ t: "pong" });
  mock.timers.tick(3000);
  assert.equal(seen.lost, 0);
  mock.timers.tick(100);
  socket.wake();
  mock.timers.tick(3000);
  assert.equal(seen.lost, 1);
});

test("on waking up without a line the next try is made at once", () => {
  line().open();
  line().drop();
  socket.wake();
  assert.equal(Line.all.length, 2);
  line().open();
  pass(10);
  assert.equal(Line.all.length, 2, "the try that was planned is not made besides");
});

test("a line that was closed for good stays closed", () => {
  line().open();
  socket.close();
  pass(60);
  socket.wake();
  assert.equal(Line.all.length, 1);
});

test("the back-off grows, is jittered and has an end", () => {
  assert.equal(backOff(0, 0), 300);
  assert.ok(backOff(3, 0.5) > backOff(1, 0.5));
  assert.ok(backOff(50, 1) <= 5000);
  assert.notEqual(backOff(3, 0.2), backOff(3, 0.8));
});
