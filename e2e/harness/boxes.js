// Where things are on a page: nothing overlaps, nothing is clipped, and what belongs together is in sight. Measured from boxes.

/** @import { Page } from "playwright-core" */

/**
 * What is wrong with the layout of a page, in words that name the elements.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export function layoutProblems(page) {
  return page.evaluate(findProblems);
}

/**
 * Which of these elements are not wholly in the window, or are covered by something.
 * @type {(page: Page, selectors: string[]) => Promise<string[]>}
 */
export function outOfSight(page, selectors) {
  return page.evaluate(findHidden, selectors);
}

/** Runs in the page, so it uses nothing from outside. */
function findProblems() {
  /** Boxes may overlap by as much as rounding makes of it, and text by the space above and below its letters (pixels). */
  const SLACK = 1.5;
  const CONTROLS = "a, button, input, select, summary, label.choice, .player, .chair, #board, #lesson-board, #now-bar, #replay";
  const SCROLLS = /auto|scroll/;
  /** @type {string[]} */
  const problems = [];
  const name = (/** @type {Element} */ element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 30);
    return `${element.localName}${element.id && `#${element.id}`}${element.classList.length > 0 ? `.${element.classList[0]}` : ""} “${words}”`;
  };
  const ancestors = (/** @type {Element} */ element) => {
    const found = [];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) found.push(parent);
    return found;
  };
  /** What only screen readers are told is cut away whole. @param {Element} element */
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".skip, .pictures, datalist, option") &&
    [element, ...ancestors(element)].every((each) => getComputedStyle(each).clipPath === "none");
  const scrolls = (/** @type {Element} */ element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return SCROLLS.test(overflowX + overflowY);
  };
  /** Only things of one layer are compared: what is fixed lies above the page, and what scrolls in itself moves below its edge. @param {Element} element */
  const layer = (element) => {
    const above = (/** @type {Element} */ each) => /fixed|sticky/.test(getComputedStyle(each).position);
    return above(element) ? element : ancestors(element).find((each) => above(each) || scrolls(each));
  };
  /** A button with nothing in it, such as one that makes a whole card react to a tap. */
  const clear = (/** @type {Element} */ element) => element.localName === "button" && element.childNodes.length === 0;
  const own = (/** @type {Element} */ element) => [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  /** The lines of the text that an element holds itself, without the room above and below the letters. @param {Element} element */
  const lines = (element) => {
    const range = document.createRange();
    return [...element.childNodes].flatMap((node) => {
      if (!(node instanceof Text) || node.data.trim() === "") return [];
      range.selectNodeContents(node);
      return [...range.getClientRects()].map(({ left, top, right, bottom }) => {
        const lead = (bottom - top) / 6;
        return { left, top: top + lead, right, bottom: bottom - lead };
      });
    });
  };
  /** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
  const meet = (/** @type {Box} */ a, /** @type {Box} */ b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;

  const elements = [...document.body.querySelectorAll("*")].filter((element) => !element.closest("svg") && shown(element));
  const texts = elements.filter((element) => own(element) && element.localName !== "script" && element.localName !== "style");
  const things = elements
    .filter((element) => (element.matches(CONTROLS) && !clear(element)) || scrolls(element) || texts.includes(element))
    .map((element) => ({
      element,
      layer: layer(element),
      boxes: element.matches(CONTROLS) || scrolls(element) ? [...element.getClientRects()] : lines(element),
    }));

  for (const [at, a] of things.entries()) {
    for (const b of things.slice(at + 1)) {
      if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      if (a.boxes.some((box) => b.boxes.some((other) => meet(box, other)))) problems.push(`${name(a.element)} overlaps ${name(b.element)}`);
    }
  }

  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`the page is ${scrollWidth} wide in a window of ${clientWidth}`);
  for (const element of texts) {
    const across = ancestors(element).some((each) => SCROLLS.test(getComputedStyle(each).overflowX));
    for (const line of lines(element)) {
      if (!across && (line.left < -SLACK || line.right > clientWidth + SLACK)) problems.push(`${name(element)} leaves the window`);
      // Clipped by the element or by one around it, except where one can scroll to it.
      const edge = [element, ...ancestors(element)].find((each) => {
        const { overflowX, overflowY } = getComputedStyle(each);
        const box = each.getBoundingClientRect();
        const [wide, high] = [line.left < box.left - SLACK || line.right > box.right + SLACK, line.top < box.top - SLACK || line.bottom > box.bottom + SLACK];
        return (wide && !across && /hidden|clip/.test(overflowX)) || (high && /hidden|clip/.test(overflowY));
      });
      if (edge && edge !== document.body) problems.push(`${name(element)} is clipped by ${name(edge)}`);
    }
  }
  return [...new Set(problems)];
}

/** Runs in the page, so it uses nothing from outside. @param {string[]} selectors */
function findHidden(selectors) {
  return selectors.flatMap((selector) => {
    const element = document.querySelector(selector);
    if (!element?.checkVisibility({ visibilityProperty: true })) return [`${selector} is not shown`];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      return [`${selector} is not in the window: ${[left, top, right, bottom].map(Math.round)}`];
    }
    const covers = [0.02, 0.5, 0.98].flatMap((x) =>
      [0.02, 0.5, 0.98].flatMap((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y) ?? []),
    );
    const cover = covers.find((found) => found !== element && !element.contains(found) && !found.contains(element));
    return cover ? [`${selector} is covered by ${cover.localName}#${cover.id}`] : [];
  });
}
