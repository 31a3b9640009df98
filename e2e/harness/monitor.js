// What goes wrong on a page without a test looking for it: script errors, console warnings, violations of the content
// security policy, and layout shifts.

/** @import { BrowserContext, Page } from "playwright-core" */

/** @typedef {{ at: number, value: number, what: string }} Shift */

// Cumulative Layout Shift: shifts less than a second apart count as one, for five seconds at most.
const GAP = 1_000;
const WINDOW = 5_000;

export class Monitor {
  /** @type {string[]} */
  problems = [];
  /** Not while a test itself lays the page out anew, by another medium. */
  countsShifts = true;
  /** @type {Shift[][]} one list for each page load */
  #loads = [];
  /** @type {RegExp[]} */
  #allowed = [];

  /** @param {BrowserContext} context */
  async attach(context) {
    await context.exposeBinding("e2ePage", () => this.#loads.push([]));
    await context.exposeBinding("e2eShift", (_, /** @type {Shift} */ shift) => this.countsShifts && this.#loads.at(-1)?.push(shift));
    await context.exposeBinding("e2eViolation", (_, /** @type {string} */ what) => this.#report(`policy: ${what}`));
    await context.addInitScript(observe);
    context.on("page", (page) => this.#listen(page));
  }

  /** @param {Page} page */
  #listen(page) {
    page.on("pageerror", (error) => this.#report(`script: ${error.stack ?? error}`));
    page.on("console", (message) => {
      const type = message.type();
      if (type === "error" || type === "warning") this.#report(`${type}: ${message.text()} (${message.location().url})`);
    });
    page.on("crash", () => this.#report("the page crashed"));
  }

  /** @param {string} problem */
  #report(problem) {
    if (!this.#allowed.some((pattern) => pattern.test(problem))) this.problems.push(problem);
  }

  /** From now on, problems that match are expected. @param {RegExp} pattern */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** From now on, no problem is expected. */
  allowNothing() {
    this.#allowed = [];
  }

  /** The cumulative layout shift of the page load that had the largest. */
  get layoutShift() {
    return Math.max(0, ...this.#loads.map(cumulativeShift));
  }

  /** What shifted on that page load, largest first. */
  get largestShifts() {
    const worst = this.#loads.toSorted((a, b) => cumulativeShift(b) - cumulativeShift(a))[0] ?? [];
    return worst.toSorted((a, b) => b.value - a.value).map(({ value, what }) => `${value.toFixed(4)} ${what}`);
  }
}

/** @param {Shift[]} shifts */
function cumulativeShift(shifts) {
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
