// Making and changing elements.

/** @typedef {{ [name in string]?: string | number | boolean | ((event: any) => void) }} Props */

/**
 * An HTML element. A property that is a function listens to the event of that name; `false` leaves an attribute out, except
 * those of ARIA.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, props, children);
  return element;
}

/** @type {(element: Element, props: Props, children: (Node | string)[]) => void} */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && (value !== false || name.startsWith("aria-"))) {
      element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
    }
  }
  element.append(...children);
}

/** The characters around names in sentences: see sentences/page.js. */
const ISOLATES = /[\u2068\u2069]/;

/** A sentence without the characters around names, for attributes that are only read out. @param {string} sentence */
export const plain = (sentence) => sentence.split(ISOLATES).join("");

/**
 * A sentence as nodes: each name in it becomes a <bdi> element.
 * @param {string} sentence
 * @returns {(Node | string)[]}
 */
export function withBdi(sentence) {
  return sentence.split(ISOLATES).map((part, at) => (at % 2 === 1 ? h("bdi", {}, part) : part));
}

/** Puts a sentence into an element, but only if it is new: otherwise a screen reader would read it again. @type {(element: Element, sentence: string) => void} */
export function setText(element, sentence) {
  if (element.textContent !== plain(sentence)) element.replaceChildren(...withBdi(sentence));
}

/**
 * The element with this id, which the page must have.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (/** @type {unknown} */ (element));
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Fills an element again, but only if what it shows has changed: focus and selection stay where they are.
 * @param {Element} element
 * @param {unknown} what everything its contents depend on
 * @param {() => (Node | string)[]} make
 * @returns {boolean} whether it was filled
 */
export function renderIfChanged(element, what, make) {
  const key = JSON.stringify(what);
  if (shown.get(element) === key) return false;
  shown.set(element, key);
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...make());
  if (active) refocus(element, active.textContent);
  return true;
}

/**
 * Puts the focus back on the button that had it, or on the first one that is left.
 * @param {Element} element
 * @param {string | null} words
 */
function refocus(element, words) {
  const buttons = [...element.querySelectorAll("button")];
  (buttons.find((button) => button.textContent === words) ?? buttons[0])?.focus();
}

/** Changes an element, and leaves the focus on the link that had it, if it is still there. @type {(element: Element, change: () => void) => void} */
export function keepingFocus(element, change) {
  const active = element.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  change();
  const links = [...element.querySelectorAll("a")];
  if (active) links.find((link) => link.getAttribute("href") === active)?.focus();
}

/** Opens a dialog. Resolves with the value of the button that closed it; empty if none did. @type {(dialog: HTMLDialogElement) => Promise<string>} */
export function answerOf(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}
