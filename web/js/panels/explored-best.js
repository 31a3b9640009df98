// The best turn in a position that is explored, once the game is over: on the board, and why in a sentence.

/** @import { Explorer } from "../model/explorer.js" */
import { setText } from "../dom.js";
import { post, sentenceOf } from "../net/http.js";
import { hintWords, LOOKING_FOR_HINT } from "../sentences/hints.js";

export class ExploredBest {
  #explorer;
  #button;
  #words;
  #names;
  #code;
  /** What is said instead of a hint, and in which position. @type {{ at: object, sentence: string } | null} */
  #said = null;

  /**
   * @param {HTMLElement} root
   * @param {Explorer} explorer
   * @param {{ code: string, names: string[] }} game
   */
  constructor(root, explorer, { code, names }) {
    this.#explorer = explorer;
    this.#names = names;
    this.#code = code;
    this.#button = /** @type {HTMLButtonElement} */ (root.querySelector("button"));
    this.#words = /** @type {HTMLElement} */ (root.querySelector("p"));
    this.#button.addEventListener("click", () => void this.#ask());
  }

  update() {
    const explorer = this.#explorer;
    const { best, shown, toMove, kind } = explorer;
    const asking = this.#said?.at === shown && this.#said.sentence === LOOKING_FOR_HINT;
    this.#button.disabled = toMove === null || asking;
    const said = this.#said?.at === shown ? this.#said.sentence : "";
    setText(this.#words, best ? hintWords(kind, shown.diagram, best, (seat) => this.#names[seat - 1] ?? "") : said);
  }

  async #ask() {
    const explorer = this.#explorer;
    const { shown, at, line } = explorer;
    this.#said = { at: shown, sentence: LOOKING_FOR_HINT };
    this.update();
    const answer = await post(`/g/${this.#code}/explore/best`, { at, line }).catch((problem) => problem);
    this.#said = answer instanceof Error ? { at: shown, sentence: sentenceOf(answer) } : null;
    if (!(answer instanceof Error)) explorer.suggestion = { at: shown, best: answer };
    explorer.changed();
  }
}
