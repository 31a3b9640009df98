// For the host during the game: who of those that watch writes, to silence them without reading them.

/** @import { PlayerView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, renderIfChanged, h, withBdi } from "../dom.js";
import { get, sentenceOf } from "../net/http.js";
import { hasSilenced, NO_WRITERS, SILENCE_FOR_ALL, UNSILENCE } from "../sentences/chat.js";
import { isolate } from "../sentences/page.js";

export class ChatWriters {
  #session;
  #root = /** @type {HTMLDetailsElement} */ (byId("chat-writers"));
  #list = /** @type {HTMLElement} */ (this.#root.lastElementChild);
  /** @type {PlayerView[] | null} */
  #writers = null;
  #problem = "";

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    this.#root.addEventListener("toggle", () => this.#root.open && void this.#load());
  }

  /** Asks who has written until now. */
  async #load() {
    try {
      this.#writers = await get(`/g/${this.#session.table.code}/writers`);
      this.#problem = "";
    } catch (problem) {
      this.#problem = sentenceOf(problem);
    }
    this.#session.changed();
  }

  /** @param {State} state */
  update({ table, you, chair, chat }) {
    this.#root.hidden = !this.#session.page.live || table.phase !== "playing" || chair < 0 || you?.id !== table.host;
    const writers = this.#writers;
    const silenced = chat?.silenced.map(({ id }) => id) ?? [];
    renderIfChanged(this.#list, [writers, silenced, this.#problem], () => {
      if (this.#problem) return [h("p", { class: "problem" }, this.#problem)];
      if (writers?.length === 0) return [h("p", {}, NO_WRITERS)];
      return (writers ?? []).map((writer) => this.#row(writer, silenced.includes(writer.id)));
    });
  }

  /** @type {(writer: PlayerView, silenced: boolean) => HTMLElement} */
  #row({ id, name }, silenced) {
    const label = silenced ? UNSILENCE : SILENCE_FOR_ALL;
    const click = () => this.#session.commands.silence(id, !silenced);
    return h(
      "p",
      {},
      h("span", {}, ...withBdi(silenced ? hasSilenced(name) : isolate(name))),
      " ",
      h("button", { type: "button", class: "quiet", click }, label),
    );
  }
}
