// The end of a way, as the phone of who leads a class is told of it (ui/shell/guide_end.py).

import { END_OF_WAY } from "../script/guide_strip.js";

const OPENS = `${END_OF_WAY} [data-testid=stPopover]`; // of a class: it opens what is to be remembered
export const REMEMBER = ".st-key-the_end";

export const isAtEnd = () => document.querySelector(END_OF_WAY) !== null;

/** Does the end open what the class is to remember, and has not yet? */
export const hasToRemember = () =>
  document.querySelector(OPENS) !== null && document.querySelector(REMEMBER) === null;

/** What is to be remembered, where it is open; "" else. Its links are for the laptop. */
export function remembered() {
  const told = document.querySelectorAll(`${REMEMBER} li`);
  const words = [...told].map((line) => {
    const alone = /** @type {Element} */ (line.cloneNode(true));
    for (const link of alone.querySelectorAll("a")) link.remove();
    return alone.textContent?.trim() ?? "";
  });
  return words.length ? `The end. Remember: ${words.join(" ")}` : "";
}
