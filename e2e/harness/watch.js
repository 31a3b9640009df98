// What goes wrong on a page without anybody seeing it: errors of scripts, complaints on the console, broken policies, and
// contents that jump about.

/** @import { BrowserContext, Page } from "playwright-core" */

/** @typedef {{ at: number, value: number, what: string }} Shift */

/** Shifts within a second of each other, for five seconds at the most, are felt as one. */
const GAP = 1_000;
const WINDOW = 5_000;

export class Watch {
  /** @type {string[]} */
  problems = [];
  /** @type {Shift[][]} of each page that was loaded */
  shifts = [];
  /** @type {RegExp[]} */
  #forgiven = [];

  /** @param {BrowserContext} context */
  async follow(context) {
    await context.exposeBinding("e2ePage", () => this.shifts.push([]));
    await context.exposeBinding("e2eShift", (_, shift) => this.shifts.at(-1)?.push(shift));
    await context.exposeBinding("e2eViolation", (_, what) => this.#note(`policy: ${what}`));
    await context.addInitScript(observe);
    context.on("page", (page) => this.#listen(page));
  }

  /** @param {Page} page */
  #listen(page) {
    page.on("pageerror", (error) => this.#note(`script: ${error.stack ?? error}`));
    page.on("console", (message) => {
      const kind = message.type();
      if (kind === "error" || kind === "warning") this.#note(`${kind}: ${message.text()} (${message.location().url})`);
    });
    page.on("crash", () => this.#note("the page crashed"));
  }

  /** @param {string} what */
  #note(what) {
    if (!this.#forgiven.some((pattern) => pattern.test(what))) this.problems.push(what);
  }

  /** From now on this is expected. @param {RegExp} pattern */
  forgive(pattern) {
    this.#forgiven.push(pattern);
  }

  /** Nothing is forgiven any more. */
  strict() {
    this.#forgiven = [];
  }

  /** The worst jumping about of any page: its layout shifts, summed over the worst window, as browsers measure it. */
  get jumpiness() {
    return Math.max(0, ...this.shifts.map(worstWindow));
  }

  /** All shifts of the page that jumped most, worst first: what moved, and how much. */
  get jumps() {
    const page = this.shifts.toSorted((a, b) => worstWindow(b) - worstWindow(a))[0] ?? [];
    return page.toSorted((a, b) => b.value - a.value).map(({ value, what }) => `${value.toFixed(4)} ${what}`);
  }
}

/** @param {Shift[]} shifts */
function worstWindow(shifts) {
  let [worst, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const { at, value } of shifts) {
    if (at - last > GAP || at - first > WINDOW) [sum, first] = [0, at];
    last = at;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Runs in the page, before its own scripts. */
function observe() {
  const { e2ePage, e2eShift, e2eViolation } = /** @type {any} */ (window);
  void e2ePage();
  const name = (/** @type {Node | null} */ node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName}${element.id && `#${element.id}`}` : "?";
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      const what = entry.sources.map((/** @type {any} */ source) => name(source.node)).join(" ");
      if (!entry.hadRecentInput) void e2eShift({ at: entry.startTime, value: entry.value, what });
    }
  });
  observer.observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", (event) => {
    void e2eViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}`);
  });
}
