// What goes wrong on a page without a test looking for it: script errors, console warnings, violations of the content
// security policy, and layout shifts.

/** @import { BrowserContext, Page } from "playwright-core" */

/** @typedef {{ value: number, what: string }} Shift the score of one frame, and the elements that moved: from where to where (x, y, width, height) */

/** A page that knows somebody new connects anew, on a slow machine before its first connection is open. */
const CONNECTS_ANEW = /WebSocket is closed before the connection is established/;

/** Most tests keep the service worker away, so that they see every request: see `serviceWorkers` in scenario.js. */
const KEEPS_WORKER_AWAY = /Service Worker registration blocked by Playwright/;

export class Monitor {
  /** @type {string[]} */
  problems = [];
  /** Not while a test itself lays the page out anew, by another medium. */
  countsShifts = true;
  /** @type {Shift[]} */
  #shifts = [];
  /** @type {RegExp[]} */
  #allowed = [];

  /** @param {BrowserContext} context */
  async attach(context) {
    await context.exposeBinding("e2eShift", (_, /** @type {Shift} */ shift) => void (this.countsShifts && this.#shifts.push(shift)));
    await context.exposeBinding("e2eViolation", (_, /** @type {string} */ what) => this.#report(`policy: ${what}`));
    await context.addInitScript(observe);
    context.on("page", (page) => this.#listen(page));
  }

  /** What has been laid out anew is painted, and its shifts have been reported. @param {Page} page */
  async hasReported(page) {
    await page.evaluate(() => new Promise((reported) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(reported)))));
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
    if (![CONNECTS_ANEW, KEEPS_WORKER_AWAY, ...this.#allowed].some((pattern) => pattern.test(problem))) this.problems.push(problem);
  }

  /** From now on, problems that match are expected. @param {RegExp} pattern */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** From now on, no problem is expected. */
  allowNothing() {
    this.#allowed = [];
  }

  /**
   * The layout shifts that no input caused, largest first. They are not added up as Cumulative Layout Shift does, for a
   * second at a time: players in tests make many turns in a second, and more of them on a fast machine.
   */
  get shifts() {
    return this.#shifts.toSorted((a, b) => b.value - a.value);
  }
}

/** Runs in the page, before its own scripts. */
function observe() {
  const { e2eShift, e2eViolation } = /** @type {any} */ (window);
  const name = (/** @type {Node | null} */ node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName}${element.id && `#${element.id}`}` : "?";
  };
  const place = (/** @type {DOMRectReadOnly} */ { x, y, width, height }) => `${[x, y, width, height].map(Math.round)}`;
  const observer = new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      const moved = entry.sources.map(
        (/** @type {any} */ { node, previousRect, currentRect }) => `${name(node)} ${place(previousRect)} to ${place(currentRect)}`,
      );
      const what = `${moved.join(", ")} of ${location.pathname}`;
      if (!entry.hadRecentInput) void e2eShift({ value: entry.value, what });
    }
  });
  observer.observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", (event) => {
    void e2eViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}`);
  });
}
