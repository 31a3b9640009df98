/** @import { ChatView, ClientFrame, Envelope, LineView, PlayerView, ServerMessage } from "../protocol.js" */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { chatAfter, readersOf, unread } from "../js/model/chat.js";
import { Session, VERSION } from "../js/model/session.js";
import { lastRead, mute, mutedPeople, markRead } from "../js/storage.js";
import { ann, ben, page } from "./sample.js";

/** @type {(n: number, by?: PlayerView) => LineView} */
const line = (n, by = ben) => ({ n, at: 0, by, audience: "players", text: `line ${n}` });
/** @type {(...numbers: number[]) => ChatView} */
const chat = (...numbers) => ({ n: numbers.at(-1) ?? 0, reads: "players", lines: numbers.map((n) => line(n)), silenced: [] });
/** @param {ChatView | null} chat */
const numbers = (chat) => chat?.lines.map(({ n }) => n);

test("a line is added once, and a whole chat replaces what was there", () => {
  let now = chatAfter(null, { t: "chat", chat: chat(1, 3) });
  now = chatAfter(now, { t: "said", line: line(4) });
  now = chatAfter(now, { t: "said", line: line(4) });
  now = chatAfter(now, { t: "said", line: line(2) });
  assert.deepEqual(numbers(now), [1, 3, 4]);
  assert.deepEqual(numbers(chatAfter(now, { t: "chat", chat: chat(7) })), [7]);
  assert.equal(chatAfter(now, { t: "pong", now: 0 }), now);
});

test("only the latest lines are kept", () => {
  let now = /** @type {ChatView | null} */ (chat());
  for (let n = 1; n <= 510; n += 1) now = chatAfter(now, { t: "said", line: line(n) });
  assert.equal(now?.lines.length, 500);
  assert.equal(now?.lines[0].n, 11);
});

test("who is silenced last counts", () => {
  const silence = (/** @type {number} */ n, /** @type {boolean} */ silenced) => /** @type {ServerMessage} */ ({ t: "silenced", n, player: ben, silenced });
  const silent = chatAfter(chat(1), silence(2, true));
  assert.deepEqual(silent?.silenced, [ben]);
  assert.equal(chatAfter(silent, silence(2, false)), silent, "it came before");
  assert.deepEqual(chatAfter(silent, silence(3, false))?.silenced, []);
});

test("during the game each side writes to itself", () => {
  assert.equal(readersOf("waiting", false, true), "all");
  assert.equal(readersOf("playing", true, true), "players");
  assert.equal(readersOf("playing", false, false), "watchers");
  assert.equal(readersOf("playing", false, true), "own");
  assert.equal(readersOf("over", true, true), "all");
});

test("lines of others that were not read are counted, but not those of muted people", () => {
  const lines = [line(1), line(2), line(3, ann), line(4, { ...ben, id: "C" })];
  assert.equal(unread(lines, 1, new Set(), ann), 2);
  assert.equal(unread(lines, 0, new Set(["B"]), ann), 1);
  assert.equal(unread(lines, 4, new Set(), null), 0);
});

test("what was muted and read is remembered, for so many people and tables", () => {
  mute("B", true);
  mute("C", true);
  mute("B", false);
  assert.deepEqual([...mutedPeople()], ["C"]);
  for (let n = 0; n < 300; n += 1) markRead(`table ${n}`, n);
  markRead("table 299", 5);
  assert.equal(lastRead("table 299"), 5);
  assert.equal(lastRead("table 298"), 298);
  assert.equal(lastRead("table 1"), 0, "long ago");
});

/** @type {ClientFrame[]} */
let sent = [];
/** @type {Session} */
let session;
beforeEach(() => {
  sent = [];
  session = new Session(page(), { send: (message) => sent.push(message) });
});
const says = () => /** @type {Envelope[]} */ (sent.filter((frame) => "command" in frame && frame.command.t === "say"));
const last = () => says()[says().length - 1];

test("a line is on its way until it arrives or is answered", () => {
  session.receive({ t: "chat", chat: chat(1) });
  session.conversation.send("hi");
  assert.deepEqual(session.state.sending, [{ id: last().id, text: "hi" }]);
  session.receive({ t: "said", line: { ...line(2, ann), text: "hi" } });
  assert.deepEqual(session.state.sending, []);
  session.conversation.send("ho");
  session.receive({ t: "done", id: last().id, seq: 3 });
  assert.deepEqual(session.state.sending, []);
});

test("a line is sent again after a reconnect, unless it has arrived meanwhile", () => {
  session.receive({ t: "chat", chat: chat(1) });
  session.conversation.send("hi");
  const { id } = last();
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.deepEqual(
    says().map((message) => message.id),
    [id, id],
  );
  session.receive({ t: "chat", chat: { ...chat(1), n: 2, lines: [line(1), { ...line(2, ann), text: "hi" }] } });
  session.receive({ t: "welcome", version: VERSION, you: ann, now: 0 });
  assert.equal(says().length, 2);
});

test("a refused line can be written again", () => {
  session.conversation.send("one");
  session.receive({ t: "refused", id: last().id, code: "too_many_lines", sentence: "Please wait." });
  assert.equal(session.state.chatProblem, "Please wait.");
  assert.equal(session.notice, "");
  assert.deepEqual([session.conversation.takeUnsent(), session.conversation.takeUnsent()], ["one", ""]);
  session.conversation.send("one");
  assert.equal(session.state.chatProblem, "");
});

test("hello says what is there of the chat, and whose lines they are", () => {
  session.hello();
  assert.deepEqual(sent.at(-1), { t: "hello", version: VERSION, have: { table: 4 } });
  session.receive({ t: "chat", chat: chat(1, 3) });
  session.hello();
  assert.deepEqual(sent.at(-1), { t: "hello", version: VERSION, have: { table: 4, chat: { n: 3, reads: "players" } } });
});
