// Making and changing elements, in few words.

/** @typedef {{ [name in string]?: string | number | boolean | ((event: any) => void) }} Props */

/**
 * An HTML element. Properties that are functions listen to the event of that name; false leaves an attribute out, but for those of ARIA.
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
    else if (value !== undefined && (value !== false || name.startsWith("aria-"))) element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  element.append(...children);
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
 * Fills an element anew, but only if what it shows has changed: focus and selection stay where they are.
 * @param {Element} element
 * @param {unknown} what all that its contents depend on
 * @param {() => (Node | string)[]} make
 * @returns {boolean} whether it was made anew
 */
export function fresh(element, what, make) {
  const key = JSON.stringify(what);
  if (shown.get(element) === key) return false;
  shown.set(element, key);
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...make());
  if (active) refocus(element, active.textContent);
  return true;
}

/**
 * Whoever was on a button that was made anew stays on it, or goes to the first one that is left.
 * @param {Element} element
 * @param {string | null} words
 */
function refocus(element, words) {
  const buttons = [...element.querySelectorAll("button")];
  (buttons.find((button) => button.textContent === words) ?? buttons[0])?.focus();
}
