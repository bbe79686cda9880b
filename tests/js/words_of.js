// Elements that remember their words alone, for what is told in paragraphs.

/** @type {any} */ (globalThis).document = {
  createElement: () => ({
    textContent: "",
    setAttribute: () => undefined,
    append(/** @type {any} */ child) {
      this.textContent += child.textContent ?? child;
    },
  }),
};

/** @param {any[]} lines as a teller makes them */
export const wordsOf = (lines) => lines.map(({ textContent }) => textContent);
