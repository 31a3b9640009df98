/** @import { PlayerView } from "../protocol.js" */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Session, VERSION } from "../js/model/session.js";
import { nameGuest } from "../js/net/guest.js";
import { SitDown } from "../js/panels/sit-down.js";
import { ben, page } from "./sample.js";

/** @type {{ body: any, answer: (status: number, said: unknown) => void }[]} the requests on their way */
let requests;
const realFetch = globalThis.fetch;

beforeEach(() => {
  requests = [];
  globalThis.fetch = /** @type {any} */ (
    (/** @type {string} */ _path, /** @type {{ body: string }} */ { body }) =>
      new Promise((resolve) => {
        const answer = (/** @type {number} */ status, /** @type {unknown} */ said) => resolve({ ok: status < 300, status, json: async () => said });
        requests.push({ body: JSON.parse(body), answer });
      })
  );
});
afterEach(() => (globalThis.fetch = realFetch));

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** @type {PlayerView} */
const eve = { id: "E", name: "Eve", kind: "guest" };

test("of two requests for a name one is under way at a time", async () => {
  const [first, second] = [nameGuest("Eve"), nameGuest("Eva")];
  await settled();
  assert.equal(requests.length, 1);
  requests[0].answer(200, eve);
  assert.deepEqual(await first, eve);
  await settled();
  assert.deepEqual(
    requests.map(({ body }) => body.name),
    ["Eve", "Eva"],
  );
  requests[1].answer(422, { code: "bad_name", sentence: "No." });
  await assert.rejects(second, { message: "No." });
});

test("a second tap waits for the first, and finds that we sit already", async () => {
  /** @type {any[]} */
  const sent = [];
  const session = new Session(page({ phase: "waiting", chairs: [ben, null, null], host: "B" }, null), {
    send: (message) => sent.push(message),
    reopen: () => session.receive({ t: "welcome", version: VERSION, you: eve, now: 0 }),
  });
  const free = (/** @type {(PlayerView | null)[]} */ chairs) => chairs.indexOf(null);
  const down = new SitDown(session);
  const both = Promise.all([down.sit(free, "Eve"), down.sit(free, "Eve")]);
  await settled();
  requests[0].answer(200, eve);
  await settled();
  const [sit] = sent.filter(({ command }) => command?.t === "sit");
  session.receive({ t: "done", id: sit.id, seq: 5 });
  await settled();
  session.receive({ t: "event", seq: 5, at: 0, event: { e: "sat", player: eve, chair: 1 } });
  await both;
  assert.equal(requests.length, 1, "one guest is made");
  assert.equal(sent.filter(({ command }) => command?.t === "sit").length, 1, "and sits down once");
});

test("a name that is refused is said beside it, and the next tap tries again", async () => {
  const session = new Session(page({ phase: "waiting", chairs: [ben, null] }, null), { send: () => {} });
  const down = new SitDown(session);
  const first = down.sit(() => 1, "Ben");
  await settled();
  requests[0].answer(422, { code: "bad_name", sentence: "Please choose another name." });
  await first;
  assert.equal(session.commands.sitProblem, "Please choose another name.");
  void down.sit(() => 1, "Bea");
  await settled();
  assert.equal(requests[1].body.name, "Bea");
});
