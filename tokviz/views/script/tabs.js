// Keeps the bar of tabs where it was pressed, however short the section is that comes.
//
// Between two sections there is none, and a page that became shorter than where the reader had
// scrolled to would slide down under her. So the sections keep the room that they have in the window
// (page.css), from then until another is pressed.

const TAB_BAR = "[role=tablist]";
const TABBED = "[data-testid=stTabs]";
const SCROLLED = "[data-testid=stMain]";

/** Do so as long as `signal` lasts. @param {AbortSignal} signal */
export function keepTabsInPlace(signal) {
  const heard = ({ target }) => {
    const sections = target.closest?.(TAB_BAR)?.closest(TABBED);
    if (sections) sections.style.setProperty("--tokviz-room", roomOf(sections));
  };
  for (const type of ["pointerdown", "keydown"])
    document.addEventListener(type, heard, { capture: true, signal });
}

/** From the bar to the window's lower edge. @param {Element} sections */
function roomOf(sections) {
  const page = /** @type {Element} */ (sections.closest(SCROLLED)).getBoundingClientRect();
  return `${page.bottom - sections.getBoundingClientRect().top}px`;
}
