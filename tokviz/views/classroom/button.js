// A button of the bar of a class.

import { h } from "../script/dom.js";

/**
 * @param {string} words
 * @param {(event: MouseEvent) => void} pressed
 * @param {string} look classes of bar and stage
 */
export function button(words, pressed, look = "") {
  const made = h("button", { type: "button", class: look, name: words }, words);
  made.onclick = (event) => {
    // Over a stage Space is the replay's, and must not press again what a click has pressed.
    if (event.detail && document.fullscreenElement) made.blur();
    pressed(event);
  };
  return made;
}
