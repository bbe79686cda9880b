// The strip of a guided path as Streamlit draws it (ui/shell/guide_strip.py): its buttons, and its end.

/** Where the way on would be, at the end of all: of a class it opens what is to be remembered. */
export const END_OF_WAY = ".st-key-guide_end";

/** @param {string} name */
const selectorOf = (name) => /** @type {"button"} */ (`.st-key-guide_${name} button`);

/**
 * A button of the strip, none where it is not drawn: one that has words to explain it Streamlit draws
 * twice, and the width of the page decides which is seen.
 * @param {string} name
 */
export const buttonsOf = (name) => [...document.querySelectorAll(selectorOf(name))];

/**
 * One of them, to press or to ask whether it can be pressed: they do the same.
 * @param {string} name
 */
export const buttonOf = (name) => document.querySelector(selectorOf(name));
