// A table that is opened, filled and played through the protocol, which takes a moment where clicks take a minute.

import assert from "node:assert/strict";
import { VERSION } from "../../web/js/model/session.js";
import { Rules } from "./rules.js";

/** @import { Envelope } from "../../web/protocol.js" */
/** @import { Player } from "./player.js" */
/** @import { Tags } from "./rules.js" */

/** A page of the server without a socket of its own: sockets are opened from it. */
export const QUIET_PAGE = "/rules";

/**
 * Opens a table. The first player is its host; the others sit down, and the game begins if that fills it.
 * @type {(players: Player[], tags: Tags, names: string[], isPublic?: boolean, isRated?: boolean) => Promise<string>} returns the path of the table
 */
export async function openTable(players, { Game, Seats, Variant = "", Clock = "untimed" }, names, isPublic = false, isRated = false) {
  const [host, ...friends] = players;
  const form = {
    kind: Game,
    seats: Seats,
    variant: Variant,
    starter: "seated",
    public: String(isPublic),
    name: names[0],
    clock: Clock,
    rated: String(isRated),
  };
  await host.open(QUIET_PAGE);
  const path = await host.page.evaluate(post, form);
  await command(host, path);
  for (const [at, friend] of friends.entries()) {
    await friend.open(QUIET_PAGE);
    await friend.page.evaluate(nameGuest, names[at + 1]);
    await command(friend, path, { command: { t: "sit", chair: at + 1, name: names[at + 1] } });
  }
  return path;
}

/**
 * Plays turns and drops of a game, of which the first ones have been played. The players are in the order of their seats.
 * @type {(players: Player[], tags: Tags, path: string, server: string, turns: string[], played?: number) => Promise<void>}
 */
export async function playTurns(players, tags, path, server, turns, played = 0) {
  const rules = new Rules(tags, server);
  rules.preload(turns);
  for (let turn = played; turn < turns.length; turn += 1) {
    const text = turns[turn];
    const dropped = /^drop:(\d)$/.exec(text);
    const seat = dropped ? Number(dropped[1]) : rules.toMove(turns.slice(0, turn));
    await command(players[seat - 1], path, dropped ? { command: { t: "resign" } } : { turn, command: { t: "play", steps: text.split(",") } });
  }
}

/** Sends a command from a page, and waits until it is done. Without one, just connects. @type {(player: Player, path: string, envelope?: Omit<Envelope, "id">) => Promise<void>} */
export async function command({ page, name }, path, envelope) {
  const answer = await page.evaluate(exchange, { path, envelope, version: VERSION });
  assert.equal(answer, "done", `${name}: ${JSON.stringify(envelope)}`);
}

/** Runs in the page: sends a form, and tells where it leads. @param {Record<string, string>} form */
async function post(form) {
  const { url } = await fetch("/tables", { method: "POST", body: new URLSearchParams(form) });
  return new URL(url).pathname;
}

/** Runs in the page: gives a name, so that the server knows who sits down. @param {string} name */
async function nameGuest(name) {
  await fetch("/guest", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }) });
}

/**
 * Runs in the page: sends a command through a socket that stays open for the next one. The server closes it if the machine is too busy to
 * answer its pings, and after a loss of the network nothing comes through it; then the command is sent again through another one.
 * @param {{ path: string, envelope?: object, version: number }} what
 */
async function exchange({ path, envelope, version }) {
  const keep = /** @type {{ e2eSocket?: WebSocket }} */ (window);
  const address = `ws://${location.host}${path}/socket`;
  const open = async () => {
    const known = keep.e2eSocket;
    if (known?.url === address && known.readyState === WebSocket.OPEN) return known;
    known?.close();
    const socket = new WebSocket(address);
    await new Promise((resolve) => (socket.onopen = socket.onclose = resolve));
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ t: "hello", version, have: { table: 0 } }));
    keep.e2eSocket = socket;
    return socket;
  };
  if (!envelope) {
    await open();
    return "done";
  }
  const id = crypto.randomUUID();
  for (const start = Date.now(); Date.now() < start + 60_000;) {
    const socket = await open();
    /** @type {Promise<{ t?: string, code?: string, sentence?: string }>} */
    const answer = new Promise((resolve) => {
      socket.onclose = () => resolve({ code: "closed" });
      socket.onmessage = ({ data }) => {
        const heard = JSON.parse(data);
        if (heard.id === id) resolve(heard);
      };
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, ...envelope }));
      else resolve({ code: "closed" });
    });
    /** @type {Promise<{ t?: string, code?: string, sentence?: string }>} */
    const silence = new Promise((resolve) => setTimeout(() => resolve({ code: "silent" }), 3_000));
    const { t, code, sentence } = await Promise.race([answer, silence]);
    if (t === "done") return t;
    if (code === "silent") socket.close();
    // The game begins a moment after the last player has sat down, and nobody may send too fast.
    if (!["closed", "silent", "try_again", "too_fast", "not_playing", "not_started"].includes(code ?? "")) return `${code}: ${sentence}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "no answer";
}
