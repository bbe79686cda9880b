// Where the stops of a path that are about no place on the stage point, and what of it has the stage's
// place when presented.

const BELOW = ".st-key-below";
const CHARTS = ".st-key-all-charts"; // the section that a page with charts opens with
/** Where to go, what is then to be seen there, and what has the stage's place when presented. */
export const ON_PAGE = {
  charts: [BELOW, `${CHARTS} .stElementContainer:has(.js-plotly-plot)`, CHARTS],
  below: [BELOW, BELOW, BELOW],
  section: [BELOW, `${BELOW} .stTabs`, BELOW],
};
/** A replay in a section (ui/components/code.py). */
export const REPLAY = "[role=tabpanel] [class*=st-key-replay-]";

/**
 * Give these elements, and no others, an attribute.
 * @param {string} name
 * @param {Element[]} parts
 */
function mark(name, parts) {
  for (const before of document.querySelectorAll(`[${name}]`))
    if (!parts.includes(before)) before.removeAttribute(name);
  for (const part of parts) part.toggleAttribute(name, true);
}

/**
 * All that stands above a replay in its section.
 * @param {Element | null | undefined} replay
 */
function above(replay) {
  const parts = [];
  for (let at = replay; at && !at.matches("[role=tabpanel]"); at = at.parentElement)
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling)
      parts.push(before);
  return parts;
}

/**
 * Presented, what stands below the stage takes its place where a stop is about it (guide.css).
 * @param {string} place
 */
export function showPresented(place) {
  const shown = ON_PAGE[place] ? document.querySelector(ON_PAGE[place][2]) : null;
  mark("data-path-shown", shown ? [shown] : []);
  mark("data-path-aside", above(shown?.querySelector(REPLAY)));
  document.documentElement.toggleAttribute("data-path-below", shown !== null);
}
