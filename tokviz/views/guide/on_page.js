// Where the stops of a path that are about no place on the stage point, and what of it has the stage's
// place when presented.

import { isLookedAt, showInPlace } from "../script/presented.js";
import { bringIntoView } from "../script/scrolling.js";

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

export const MAIN = "[data-testid=stMain]"; // what scrolls

/**
 * A place below the stage at the window's top. What stands there is drawn once it is in sight, and in
 * parts: until then the page has room below it, or the window would show its foot.
 * @param {Element} place
 */
export function bringToTop(place) {
  const below = /** @type {HTMLElement | null} */ (place.closest(BELOW));
  const window = document.querySelector(MAIN)?.clientHeight ?? innerHeight;
  const above = place.getBoundingClientRect().top - (below ?? place).getBoundingClientRect().top;
  if (below) below.style.minHeight = `${Math.ceil(above + window)}px`;
  place.scrollIntoView({ block: "start" });
}

/** The page ends where it does. */
export function takeRoomAway() {
  const below = document.querySelector(BELOW);
  if (below instanceof HTMLElement) below.style.minHeight = "";
}

const PRESENTED_STAGE = "[data-presented] .st-key-stage";
const WINNER = ".chosen";
const NEW_ONE = ".chip-box.new:not([hidden])"; // of a lane
const OPTIONS = ".options:not([hidden])";
const A_LINE = 60; // pixels: one of the text's, in its pane

/**
 * The page from its top, where it shows the place then; of the pairs the one that won, and with a
 * question all that may be chosen. Of two trainings the second is to be seen too. Presented, the
 * stage keeps its controls where the stop is about nothing in particular.
 * @param {HTMLElement} found
 * @param {string} place
 * @param {number} foot what lies lower is not seen
 */
export function bringPlace(found, place, foot) {
  document.querySelector(MAIN)?.scrollTo({ top: 0 });
  const stage = document.querySelector(PRESENTED_STAGE);
  stage?.scrollTo({ top: 0 });
  if (stage && !place) return;
  const below = found.nextElementSibling;
  const options = below?.matches(OPTIONS) ? below : null;
  const told = options ?? found.querySelector(WINNER) ?? found;
  const [newest] = [...found.querySelectorAll(NEW_ONE)].slice(-1);
  if (newest) bringIntoView(newest, newest.closest(".chips") ?? found);
  const isCaption = found.matches(".caption"); // the text that it speaks of stands below it
  const { bottom } = told.getBoundingClientRect();
  if (bottom + (isCaption ? A_LINE : 0) > foot) {
    if (isCaption) found.scrollIntoView({ block: "start" });
    else told.scrollIntoView({ block: "center" });
  }
  const further = toOtherTraining(told, foot);
  if (further > 0) document.querySelector(MAIN)?.scrollBy({ top: further });
}

const TOKEN = "[data-testid=tokviz-token]";
const FRAME = ".frame";
const UNDER_TOKEN = 28; // pixels: its id, and the pane's edge

/**
 * How far down a replay is to be seen: half of it, and the tokens of its pane, which those of a short
 * text leave empty below.
 * @param {HTMLElement} pane
 */
export function footOfTokens(pane) {
  const last = [...pane.querySelectorAll(TOKEN)].findLast((token) => token.checkVisibility());
  const { bottom } = pane.getBoundingClientRect();
  if (!last) return bottom;
  const frame = (pane.closest(FRAME) ?? pane).getBoundingClientRect();
  const foot = Math.min(bottom, last.getBoundingClientRect().bottom + UNDER_TOKEN);
  return Math.max(foot, frame.top + frame.height / 2);
}

/**
 * Where the lowest token of a pane ends, or its id.
 * @param {HTMLElement} pane
 */
const lowestIn = (pane) =>
  Math.max(
    ...[...pane.querySelectorAll(`${TOKEN}, .chip-note`)]
      .filter((each) => each.checkVisibility())
      .map((each) => each.getBoundingClientRect().bottom),
  );

const BAR = "[role=tablist]";

/**
 * Of a bar of tabs that the window's edge cuts in two all, if the tokens then still stand above the
 * foot; else nothing.
 * @param {Element} found holds the bar
 * @param {HTMLElement} pane of the tokens
 * @param {number} foot what lies lower is not seen
 */
export function clearOfEdge(found, pane, foot) {
  const bar = found.querySelector(BAR)?.getBoundingClientRect();
  if (!bar || bar.top >= 0 || bar.bottom <= 0) return;
  const fits = lowestIn(pane) - bar.top <= foot;
  document.querySelector(MAIN)?.scrollBy({ top: fits ? bar.top - 1 : bar.bottom });
}

const EDGE = 6; // pixels

/**
 * How far to go on so that of two trainings, one below the other, the second is seen too; what the
 * stop points at stays in sight.
 * @param {Element} told
 * @param {number} foot what lies lower is hidden
 */
function toOtherTraining(told, foot) {
  const texts = [...document.querySelectorAll(".st-key-stage *")].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector(".text") ?? [],
  );
  const other = texts[1]?.getBoundingClientRect();
  return other ? Math.min(other.bottom - foot, told.getBoundingClientRect().top - EDGE) : 0;
}
