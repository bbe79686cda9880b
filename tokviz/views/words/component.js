// Explains a word of the field where the reader presses it, by pointer or by key.
//
// Such a word is a link "#word-pair" anywhere on the page; in replays linking.js makes them. The
// browser closes the place on Escape, or on a press elsewhere; the focus goes back to the link.

import { listenersOfCall } from "../script/calls.js";
import { linkReplays } from "./linking.js";

const PREFIX = "#word-";
const GAP = 6; // pixels between the word and its explanation

/**
 * @param {Event} event
 * @returns {HTMLAnchorElement | undefined}
 */
const wordOf = (event) =>
  /** @type {any} */ (
    event
      .composedPath()
      .find((part) => part instanceof HTMLAnchorElement && part.hash.startsWith(PREFIX))
  );

/** @param {HTMLAnchorElement} link */
const keyOf = (link) => link.hash.slice(PREFIX.length);

/**
 * The word that was pressed before this script was there: the browser followed the link, and its
 * address, which no page needs, is all that says so.
 */
function pressedBefore() {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(PREFIX)) return undefined;
  history.replaceState(history.state, "", pathname + search);
  return [...document.querySelectorAll("a")].find((link) => link.hash === hash);
}

/**
 * Below the word, or above it where the window ends.
 * @param {HTMLElement} place
 * @param {DOMRect} word
 */
function putBeside(place, word) {
  const { width, height } = place.getBoundingClientRect();
  const left = Math.max(12, Math.min(word.left, innerWidth - width - 12));
  const below = word.bottom + GAP;
  const top = below + height > innerHeight ? Math.max(12, word.top - GAP - height) : below;
  Object.assign(place.style, { left: `${left}px`, top: `${top}px` });
}

/** @param {{parentElement: any, data: Uint8Array}} mounted */
export default function mount({ parentElement, data }) {
  const listeners = listenersOfCall(parentElement);
  const { signal } = listeners;
  /** @type {Record<string, string[]>} the word, a plainer one, what it means, its other forms */
  const terms = JSON.parse(new TextDecoder().decode(data));
  const place = parentElement.querySelector("[popover]");
  const parts = ["#word", ".plainer", "#meaning"].map((name) => place.querySelector(name));
  /** @type {HTMLAnchorElement | undefined} */ let shown;
  let again = false; // the press that is on is on the word that is explained: it only closes it

  const explain = (link, said) => {
    parts.forEach((part, at) => (part.textContent = said[at]));
    shown = link;
    place.showPopover();
    putBeside(place, link.getBoundingClientRect());
    place.focus();
  };
  const pressed = (event) => (again = wordOf(event) === shown && place.matches(":popover-open"));
  const heard = (event) => {
    const link = wordOf(event);
    const said = link && terms[keyOf(link)];
    if (!link || !said) return;
    event.preventDefault();
    event.stopPropagation();
    if (again && event.detail) {
      place.hidePopover();
      return;
    }
    explain(link, said);
  };
  const toggled = ({ newState }) => {
    const nowhere = [document.body, place.getRootNode().host].includes(document.activeElement);
    if (newState === "closed" && nowhere) shown?.focus({ preventScroll: true });
  };
  place.addEventListener("toggle", toggled, { signal });
  document.addEventListener("pointerdown", pressed, { capture: true, signal });
  document.addEventListener("click", heard, { capture: true, signal });
  linkReplays(terms, signal);
  const early = pressedBefore();
  if (early && terms[keyOf(early)]) explain(early, terms[keyOf(early)]);
  return () => listeners.abort();
}
