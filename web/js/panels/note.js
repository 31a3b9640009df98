// One's own note about a table, which is fetched when it is opened and saved as one writes.

/** @import { Session } from "../model/session.js" */
import { h, setText } from "../dom.js";
import { get, post, sentenceOf } from "../net/http.js";
import { KEEP_MINE, NOTE_CHANGED, NOTE_LABEL, NOTE_SAVED, TAKE_OTHER } from "../sentences/note.js";

/** How long after the last key it is saved (milliseconds). */
const NOTE_PAUSE = 1_000;
/** The longest note, as server/src/model/player/note.rs has it. */
const NOTE_CHARACTERS = 4_000;

export class Note {
  static root = "note";
  #root;
  #path;
  #text = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 6, maxlength: NOTE_CHARACTERS, "aria-label": NOTE_LABEL }));
  #said = h("p", { role: "status" });
  /** The version that the text is to replace; 0 for none. */
  #version = 0;
  /** The text as the server has it; null before it was fetched. @type {string | null} */
  #saved = null;
  #saving = false;
  /** Whether the reader is asked which of two texts is to stay: until then nothing is saved. */
  #asking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#path = `/g/${session.table.code}/note.json`;
    root.addEventListener("toggle", () => void this.#open());
    this.#text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#save(), NOTE_PAUSE);
    });
    this.#text.addEventListener("change", () => void this.#save());
    window.addEventListener("pagehide", () => void this.#save());
    if (/** @type {HTMLDetailsElement} */ (root).open) void this.#open();
  }

  update() {}

  async #open() {
    if (this.#saved !== null || this.#saving) return;
    this.#saving = true;
    try {
      this.#has(await get(this.#path));
      this.#text.value = this.#saved ?? "";
      this.#root.lastElementChild?.replaceWith(this.#text, this.#said);
    } catch (problem) {
      this.#root.lastElementChild?.append(" ", h("span", { class: "problem", role: "alert" }, sentenceOf(problem)));
    }
    this.#saving = false;
  }

  /** @param {{ text: string, version: number }} note as the server has it */
  #has({ text, version }) {
    this.#saved = text;
    this.#version = version;
  }

  /** Saves what is written, until all of it is saved. */
  async #save() {
    clearTimeout(this.#timer);
    const text = this.#text.value;
    if (this.#saved === null || text.trimEnd() === this.#saved || this.#saving || this.#asking) return;
    this.#saving = true;
    try {
      const answer = await post(this.#path, { text, version: this.#version });
      if (answer.saved) {
        this.#has(answer);
        setText(this.#said, NOTE_SAVED);
      } else this.#ask(answer);
    } catch (problem) {
      setText(this.#said, sentenceOf(problem));
    }
    this.#saving = false;
    if (this.#text.value !== text) this.#timer = setTimeout(() => void this.#save(), NOTE_PAUSE);
  }

  /** Another device has changed it: which of the two is to stay? @param {{ text: string, version: number }} other */
  #ask(other) {
    this.#asking = true;
    const answered = () => {
      this.#asking = false;
      this.#has(other);
      setText(this.#said, "");
    };
    const keep = () => {
      answered();
      void this.#save();
    };
    const take = () => {
      answered();
      this.#text.value = other.text;
    };
    this.#said.replaceChildren(
      NOTE_CHANGED,
      h("q", { class: "note-text" }, other.text),
      h("button", { type: "button", class: "quiet", click: keep }, KEEP_MINE),
      " ",
      h("button", { type: "button", class: "quiet", click: take }, TAKE_OTHER),
    );
  }
}
