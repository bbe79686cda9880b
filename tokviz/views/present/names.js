// A name that is too long for its box is told whole where the reader points at it.

const NAME = ".st-key-bar-text input"; // of the text that a lesson learns from

/** @param {Event} event */
export function tellWholeName({ target }) {
  if (target instanceof HTMLInputElement && target.matches(NAME)) target.title = target.value;
}
