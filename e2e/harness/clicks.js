// The clicks that a page offers: for each step, the cells and buttons that enter it, as the server sent them to the page.

/** @import { ClicksView } from "../../web/protocol.js" */
/** @import { Page } from "playwright-core" */

export class Clicks {
  /** @type {Map<string, string>} for each request that waits for its answer, what it is about */
  #requests = new Map();
  /** @type {Map<string, ClicksView>} what the page can offer, by what it is about */
  #trees = new Map();
  /** The turn that the page asked about last. */
  turn = 0;

  /** Must be made before the page opens a table. @param {Page} page */
  constructor(page) {
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => this.#sent(JSON.parse(String(payload))));
      socket.on("framereceived", ({ payload }) => this.#received(JSON.parse(String(payload))));
    });
    page.on("response", async (response) => {
      const request = response.request();
      const { pathname } = new URL(request.url());
      const explores = pathname.endsWith("/explore") || pathname.endsWith("/plan/steps");
      const teaches = /^\/(learn|practice)\//.test(pathname);
      if (request.method() !== "POST" || !(explores || teaches) || !response.ok()) return;
      const { lesson = 0, at, line, steps } = request.postDataJSON();
      const turn = explores ? at + line.length : lesson;
      // A page that is left while it is answered takes the body with it.
      const body = await response.json().catch(() => null);
      if (body) this.#trees.set(subject(turn, steps), body.preview.clicks);
      if (explores) this.turn = turn;
    });
  }

  /** @param {any} message */
  #sent({ t, id, turn, steps }) {
    if (t !== "preview") return;
    this.#requests.set(id, subject(turn, steps));
    this.turn = turn;
  }

  /** @param {any} message */
  #received({ t, id, preview }) {
    if (t === "preview") this.#trees.set(this.#requests.get(id) ?? "", preview.clicks);
  }

  /** The first step that the page was offered; none if it has been offered none. @type {(turn: number, staged: string[]) => string | null} */
  first(turn, staged) {
    return firstOf(this.#trees.get(subject(turn, staged)) ?? {});
  }

  /**
   * The clicks that enter a step; null if the page has not been offered it.
   * @type {(turn: number, staged: string[], step: string) => string[] | null} `turn` counts the plies before; in a lesson it is the lesson
   */
  to(turn, staged, step) {
    return pathTo(this.#trees.get(subject(turn, staged)) ?? {}, step);
  }
}

/** @type {(turn: number, steps: string[]) => string} */
const subject = (turn, steps) => `${turn}: ${steps.join()}`;

/** @type {(tree: ClicksView, step: string) => string[] | null} */
function pathTo(tree, step) {
  if (typeof tree === "string") return tree === step ? [] : null;
  for (const [click, next] of Object.entries(tree)) {
    const rest = pathTo(next, step);
    if (rest) return [click, ...rest];
  }
  return null;
}

/** @type {(tree: ClicksView) => string | null} */
function firstOf(tree) {
  if (typeof tree === "string") return tree;
  const next = Object.values(tree)[0];
  return next ? firstOf(next) : null;
}
