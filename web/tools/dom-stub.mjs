// A stand-in for the document, as far as drawing a board needs one: elements are made and nested, and can be written as text.

class Style {
  /** @type {Map<string, string>} */
  #values = new Map();
  transform = "";

  /** @type {(name: string, value: string) => void} */
  setProperty(name, value) {
    this.#values.set(name, value);
  }

  /** @param {string} name */
  getPropertyValue(name) {
    return this.#values.get(name) ?? "";
  }
}

/** An element. */
export class Leaf {
  style = new Style();
  /** @type {(Leaf | string)[]} */
  children = [];
  /** @type {Leaf | null} */
  parentNode = null;
  /** @type {Map<string, string>} */
  #attributes = new Map();

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  get parentElement() {
    return this.parentNode;
  }

  get classList() {
    const all = () => new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const change = (/** @type {(names: Set<string>) => void} */ edit) => {
      const names = all();
      edit(names);
      this.setAttribute("class", [...names].join(" "));
    };
    return {
      add: (/** @type {string} */ name) => change((names) => names.add(name)),
      remove: (/** @type {string} */ name) => change((names) => names.delete(name)),
      toggle: (/** @type {string} */ name, /** @type {boolean} */ on) => change((names) => (on ? names.add(name) : names.delete(name))),
      contains: (/** @type {string} */ name) => all().has(name),
    };
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  /** @type {(name: string, value: string) => void} */
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  /** @param {(Leaf | string)[]} children */
  append(...children) {
    for (const child of children) {
      if (child instanceof Leaf) child.#leave().parentNode = this;
      this.children.push(child);
    }
  }

  /** @param {(Leaf | string)[]} children */
  replaceChildren(...children) {
    for (const child of this.children) if (child instanceof Leaf) child.parentNode = null;
    this.children = [];
    this.append(...children);
  }

  remove() {
    this.#leave();
  }

  #leave() {
    if (this.parentNode) this.parentNode.children = this.parentNode.children.filter((child) => child !== this);
    this.parentNode = null;
    return this;
  }

  closest() {
    return null;
  }

  addEventListener() {}

  /** The elements in this one, itself included, in order. @returns {Leaf[]} */
  get all() {
    return [this, ...this.children.flatMap((child) => (child instanceof Leaf ? child.all : []))];
  }

  /** All in this one with a class. @param {string} name */
  withClass(name) {
    return this.all.filter((leaf) => leaf.classList.contains(name));
  }

  /** As text. A place given by a style becomes an attribute, which every reader of SVG knows. */
  toString() {
    const place = this.style.transform.replaceAll("px", "").replace(",", "");
    const attributes = [...this.#attributes, ...(place ? [["transform", place]] : [])].filter(([, value]) => value !== "");
    const tag = [this.name, ...attributes.map(([name, value]) => `${name}="${value}"`)].join(" ");
    return this.children.length > 0 ? `<${tag}>${this.children.join("")}</${this.name}>` : `<${tag}/>`;
  }
}

/** From now on scripts make their elements of leaves. */
export function stubDom() {
  Object.assign(globalThis, {
    document: { createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new Leaf(name) },
    matchMedia: () => ({ matches: true }),
    // There are no frames here: work that waits for the next one is never done.
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: () => {},
  });
}
