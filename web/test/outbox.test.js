/** @import { Envelope } from "../protocol.js" */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Outbox } from "../js/model/outbox.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** @type {(id: string) => Envelope} */
const resign = (id) => ({ id, command: { t: "resign" } });

test("commands are sent again under the same id until they are answered", () => {
  /** @type {string[]} */
  const sent = [];
  const outbox = new Outbox(({ id }) => sent.push(id));
  outbox.send(resign("1"));
  outbox.send(resign("2"));
  outbox.done("1");
  outbox.resend();
  assert.deepEqual(sent, ["1", "2", "2"]);
  assert.equal(outbox.refused("2", "not_playing"), true);
  outbox.resend();
  assert.equal(sent.length, 3);
});

test("passing refusals are tried again, but not for ever", () => {
  /** @type {string[]} */
  const sent = [];
  const outbox = new Outbox(({ id }) => sent.push(id));
  outbox.send(resign("1"));
  let tries = 0;
  while (!outbox.refused("1", "try_again")) {
    tries += 1;
    mock.timers.tick(10_000);
  }
  assert.ok(tries >= 3 && tries < 10);
  assert.equal(sent.length, tries + 1);
});

test("a command that was done meanwhile is not sent again", () => {
  /** @type {string[]} */
  const sent = [];
  const outbox = new Outbox(({ id }) => sent.push(id));
  outbox.send(resign("1"));
  assert.equal(outbox.refused("1", "unknown"), false);
  outbox.done("1");
  mock.timers.tick(60_000);
  assert.equal(sent.length, 1);
});

test("commands that are still on their way can be dropped", () => {
  /** @type {string[]} */
  const sent = [];
  const outbox = new Outbox(({ id }) => sent.push(id));
  outbox.send(resign("1"));
  outbox.send(resign("2"));
  assert.equal(
    outbox.drop(({ id }) => id === "1"),
    true,
  );
  assert.equal(
    outbox.drop(({ id }) => id === "1"),
    false,
  );
  outbox.resend();
  assert.deepEqual(sent, ["1", "2", "2"]);
});
