// What the page knows of the chat, and how each message changes it. Pure.

/** @import { Reads, ChatView, LineView, PlayerView, ServerMessage } from "../../protocol.js" */

/** As many lines are kept as the server keeps. */
const CHAT_CAPACITY = 500;

/**
 * The chat after a message.
 * @type {(chat: ChatView | null, message: ServerMessage) => ChatView | null}
 */
export function chatAfter(chat, message) {
  switch (message.t) {
    case "chat":
      return message.chat;
    case "said":
      if (chat === null || message.line.n <= chat.n) return chat;
      return { ...chat, n: message.line.n, lines: [...chat.lines, message.line].slice(-CHAT_CAPACITY) };
    case "silenced": {
      if (chat === null || message.n <= chat.n) return chat;
      const others = chat.silenced.filter(({ id }) => id !== message.player.id);
      return { ...chat, n: message.n, silenced: message.silenced ? [...others, message.player] : others };
    }
    default:
      return chat;
  }
}

/**
 * Who reads what we write now: during the game, those who play or those who watch; only we where that is kept until the end.
 * @type {(phase: "waiting" | "playing" | "over", seated: boolean, kept: boolean) => Reads}
 */
export function readersOf(phase, seated, kept) {
  if (phase !== "playing") return "all";
  if (seated) return "players";
  return kept ? "own" : "watchers";
}

/**
 * How many lines of others came after the one that was read last; those of muted people do not count.
 * @type {(lines: LineView[], read: number, muted: Set<string>, you: PlayerView | null) => number}
 */
export function unread(lines, read, muted, you) {
  return lines.filter(({ n, by }) => n > read && by.id !== you?.id && !muted.has(by.id)).length;
}
