// What was written in the chat, oldest first, and what can be done about those who wrote it.

/** @import { LineView, PlayerView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { byId, renderIfChanged, h, plain, withBdi } from "../dom.js";
import { aboutWriter, hasMuted, hasSilenced, MUTE, NOTHING_SAID, ON_ITS_WAY, SILENCE_FOR_ALL, THEIR_MESSAGES } from "../sentences/chat.js";
import { UNMUTE, UNSILENCE, WATCHING_TAG } from "../sentences/chat.js";
import { botOf, CLOSE, isolate } from "../sentences/page.js";
import { mute, mutedPeople } from "../storage.js";
import { askInDialog } from "./dialog.js";
import { tagList } from "./tags.js";

export class ChatLines {
  #session;
  #scroll = byId("chat-scroll");
  #log = byId("chat-lines");
  /** The lines that are shown, in order. @type {{ n: number, element: HTMLElement }[]} */
  #shown = [];
  /** What the lines that are shown depend on, besides themselves. */
  #setting = "";

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @type {(state: State, muted: Set<string>) => void} */
  update(state, muted) {
    const { chat, sending, you } = state;
    const atEnd = this.#scroll.scrollHeight - this.#scroll.scrollTop - this.#scroll.clientHeight < 40;
    const lines = (chat?.lines ?? []).filter(({ by }) => !muted.has(by.id));
    const changed = this.#show(state, lines);
    const waiting = renderIfChanged(byId("chat-sending"), sending, () =>
      sending.map(({ text }) => h("p", { class: "line own" }, h("bdi", {}, text), " ", h("small", {}, ON_ITS_WAY))),
    );
    byId("chat-empty").textContent = lines.length === 0 && sending.length === 0 ? NOTHING_SAID : "";
    renderIfChanged(byId("chat-people"), [[...muted], chat?.lines.length, chat?.silenced, you?.id], () => this.#people(state, muted));
    if ((changed || waiting) && atEnd) this.toEnd();
  }

  /** Scrolls to the newest line. */
  toEnd() {
    this.#scroll.scrollTo({ top: this.#scroll.scrollHeight });
  }

  /** Adds what is new, so that only that is read out. Returns whether anything was. @type {(state: State, lines: LineView[]) => boolean} */
  #show(state, lines) {
    const setting = JSON.stringify([state.table.phase, state.table.chairs, state.table.host, state.you?.id]);
    const numbers = new Set(lines.map(({ n }) => n));
    const last = this.#shown.at(-1)?.n ?? 0;
    const added = lines.filter(({ n }) => n > last);
    const kept = this.#shown.filter(({ n }) => numbers.has(n));
    if (setting !== this.#setting || kept.length + added.length !== lines.length) {
      this.#setting = setting;
      this.#log.replaceChildren();
      this.#shown = lines.map((line) => this.#add(state, line));
      return lines.length > 0;
    }
    for (const { n, element } of this.#shown) if (!numbers.has(n)) element.remove();
    this.#shown = [...kept, ...added.map((line) => this.#add(state, line))];
    return added.length > 0;
  }

  /** @type {(state: State, line: LineView) => { n: number, element: HTMLElement }} */
  #add(state, { n, at, by, text }) {
    const own = by.id === state.you?.id;
    const name = own ? h("b", {}, h("bdi", {}, by.name)) : this.#writer(by);
    const time = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    // Whatever a line looks like, it stays text.
    const element = h(
      "p",
      { class: `line${own ? " own" : ""}`, title: time },
      ...sideOf(state, by),
      name,
      ...tagList([by.owner && botOf(by.owner)]),
      h("span", { class: "unseen" }, ": "),
      " ",
      h("bdi", { class: "said" }, text),
    );
    this.#log.append(element);
    return { n, element };
  }

  /** The name of somebody else: a button for what can be done about them. @param {PlayerView} by */
  #writer(by) {
    return h(
      "button",
      { type: "button", class: "writer", "aria-label": plain(aboutWriter(by.name)), "aria-haspopup": "dialog", click: () => void this.#ask(by) },
      h("bdi", {}, by.name),
    );
  }

  /** @param {PlayerView} by */
  async #ask(by) {
    const { table, you, chat } = this.#session.state;
    const watches = !table.chairs.some((player) => player?.id === by.id);
    const muted = mutedPeople().has(by.id);
    const silenced = chat?.silenced.some(({ id }) => id === by.id) ?? false;
    const silences = this.#session.page.live && you?.id === table.host && watches;
    const answer = await askInDialog(
      "writer",
      isolate(by.name),
      [h("p", {}, THEIR_MESSAGES)],
      h("button", { value: "mute" }, muted ? UNMUTE : MUTE),
      ...(silences ? [h("button", { value: "silence", class: "danger" }, silenced ? UNSILENCE : SILENCE_FOR_ALL)] : []),
      h("button", { value: "", autofocus: true }, CLOSE),
    );
    if (answer === "mute") this.#mute(by.id, !muted);
    if (answer === "silence") this.#session.commands.silence(by.id, !silenced);
  }

  /** @type {(id: string, muted: boolean) => void} */
  #mute(id, muted) {
    mute(id, muted);
    this.#session.changed();
  }

  /** Whose lines are missing, and how to get them back. @type {(state: State, muted: Set<string>) => HTMLElement[]} */
  #people({ chat, table, you }, muted) {
    const writers = new Map((chat?.lines ?? []).map(({ by }) => [by.id, by]));
    const hidden = [...writers.values()].filter(({ id }) => muted.has(id));
    const silenced = you?.id === table.host && this.#session.page.live ? (chat?.silenced ?? []) : [];
    const watching = silenced.filter(({ id }) => !table.chairs.some((player) => player?.id === id));
    return [
      ...hidden.map(({ id, name }) => withButton(hasMuted(name), UNMUTE, () => this.#mute(id, false))),
      ...watching.map(({ id, name }) => withButton(hasSilenced(name), UNSILENCE, () => this.#session.commands.silence(id, false))),
    ];
  }
}

/** @type {(sentence: string, label: string, click: () => void) => HTMLElement} */
function withButton(sentence, label, click) {
  return h("p", {}, ...withBdi(sentence), " ", h("button", { type: "button", class: "quiet", click }, label));
}

/** The seat of who wrote a line, or that they watch. @type {(state: State, by: PlayerView) => (Node | string)[]} */
function sideOf({ kind, table }, by) {
  const chair = table.chairs.findIndex((player) => player?.id === by.id);
  if (chair < 0) return [h("small", { class: "tag" }, WATCHING_TAG), " "];
  return table.phase === "waiting" ? [] : [badge(kind, chair + 1), " "];
}
