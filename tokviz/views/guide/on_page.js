// Where the stops of a path that are about no place on the stage point, and what of it has the stage's
// place when presented.

import { isLookedAt, showInPlace } from "../script/presented.js";

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
 * Presented, what stands below the stage takes its place where a stop is about it.
 * @param {string} place
 */
export function showPresented(place) {
  if (isLookedAt()) return;
  showInPlace(ON_PAGE[place] ? document.querySelector(ON_PAGE[place][2]) : null);
}
