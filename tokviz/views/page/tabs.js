// Keeps the bar of tabs where it was pressed, however short the section is that comes.
//
// Between two sections there is none, and a page that became shorter than where the reader had
// scrolled to would slide down under her. So the sections keep the room that they have in the window
// (page.css), from then until another is pressed.
//
// Pressed at the window's foot, where the bar peeps in under the stage, the section would open out
// of sight: there the page goes up with it. So it does where a button far above opens a section
// (ui/components/as_printed.py).

import { showSections } from "../script/arrive.js";
import { SECTIONS } from "../script/sections.js";

const TAB_BAR = "[role=tablist]";
const TABBED = "[data-testid=stTabs]";
const SCROLLED = "[data-testid=stMain]";
const LOW_BAR = 0.6; // of the window's height; below it a bar goes up
const OVER_BAR = 12; // pixels over it, once it is up
const OPENS_SECTION = "[class*=as_printed] button";
const PRESSES_TAB = ["Enter", " "];

/** Do so as long as `signal` lasts. @param {AbortSignal} signal */
export function keepTabsInPlace(signal) {
  const heard = ({ target }) => {
    const sections = target.closest?.(TAB_BAR)?.closest(TABBED);
    if (sections) sections.style.setProperty("--tokviz-room", roomOf(sections));
  };
  for (const type of ["pointerdown", "keydown"])
    document.addEventListener(type, heard, { capture: true, signal });
  document.addEventListener("click", bringUp, { capture: true, signal });
  document.addEventListener("click", goWhereAsked, { capture: true, signal });
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (PRESSES_TAB.includes(event.key)) bringUp(event);
  };
  document.addEventListener("keydown", pressed, { capture: true, signal });
}

/** Bring a low bar up once it is pressed: sooner, it would go away under the pointer. */
function bringUp({ target }) {
  const sections = target.closest?.(`${TAB_BAR} [role=tab]`)?.closest(TABBED);
  const page = sections?.closest(SCROLLED);
  if (!page) return;
  const above = sections.getBoundingClientRect().top - page.getBoundingClientRect().top;
  if (above < LOW_BAR * page.clientHeight) return;
  giveRoom(sections, page);
  page.scrollBy({ top: above - OVER_BAR, behavior: "instant" }); // what ends a slow one is not told
}

/** Bring them up where a button was pressed that opens one of them. */
function goWhereAsked({ target }) {
  const sections = document.querySelector(SECTIONS);
  const page = sections?.closest(SCROLLED);
  if (!page || !target.closest?.(OPENS_SECTION)) return;
  giveRoom(sections, page);
  showSections();
}

/** As much as lets them begin at the window's upper edge. */
function giveRoom(sections, page) {
  sections.style.setProperty("--tokviz-room", `${page.clientHeight - OVER_BAR}px`);
}

/** From the bar to the window's lower edge. @param {Element} sections */
function roomOf(sections) {
  const page = /** @type {Element} */ (sections.closest(SCROLLED)).getBoundingClientRect();
  return `${page.bottom - sections.getBoundingClientRect().top}px`;
}
