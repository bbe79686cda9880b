// Elements that remember what is drawn in them, for what is asked of a card, a list or a box.

const CLASS = /\.([\w-]+)/g;

/** A text that stands in an element. */
class Words {
  constructor(textContent) {
    this.textContent = textContent;
  }
}

export class FakeElement extends EventTarget {
  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {any[]} elements and texts */
    this.childNodes = [];
    this.dataset = {};
    const kept = new Map();
    this.style = {
      setProperty: (name, value) => kept.set(name, value),
      getPropertyValue: (name) => kept.get(name) ?? "",
    };
    const names = new Set();
    this.names = names;
    this.classList = {
      add: (...all) => all.forEach((name) => names.add(name)),
      remove: (...all) => all.forEach((name) => names.delete(name)),
      contains: (name) => names.has(name),
      toggle: (name, on) => (on ? names.add(name) : names.delete(name)),
    };
  }

  get className() {
    return [...this.names].join(" ");
  }
  set className(all) {
    this.names.clear();
    for (const name of all.split(" ").filter(Boolean)) this.names.add(name);
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name === "class") this.className = value;
  }
  get children() {
    return this.childNodes.filter((child) => child instanceof FakeElement);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  append(...added) {
    const nodes = added.map((each) => (typeof each === "object" ? each : new Words(String(each))));
    this.childNodes.push(...nodes);
  }
  replaceChildren(...children) {
    this.childNodes = [];
    this.append(...children);
  }
  get textContent() {
    return this.childNodes.map(({ textContent }) => textContent).join("");
  }
  set textContent(words) {
    this.replaceChildren(words);
  }

  /** By its tag, its classes, or an attribute that it has: "ul.kept", "[popover]". */
  matches(/** @type {string} */ selector) {
    return selector.split(",").some((each) => {
      const [, tag, attribute] = each.trim().match(/^(\w*)[^[]*(?:\[([\w-]+)\])?/) ?? [];
      const classes = [...each.matchAll(CLASS)].map(([, name]) => name);
      const isNamed = classes.every((name) => this.names.has(name));
      return (!tag || tag === this.tag) && (!attribute || attribute in this.attributes) && isNamed;
    });
  }

  /** All below it that match the last part of a selector. @returns {FakeElement[]} */
  querySelectorAll(/** @type {string} */ selector) {
    const last = selector.split(" ").at(-1) ?? "";
    return this.children.flatMap((child) => [
      ...(child.matches(last) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

/** What makes them, for `globalThis.document`. */
export const makesElements = {
  createElement: (tag) => new FakeElement(tag),
  createTextNode: (words) => new Words(words),
};
