// What changes what a page shows: text, settings, step, page. By that a follower leaves the class; who
// only looks, as at the share box, the code or a token's card, stays, and so does who answers a task.

import { isMove } from "../script/keys.js";
import { POPOVER_BODY, POPOVER_BUTTON } from "../script/popover.js";
import { SWIPED } from "../script/swipe.js";
import { isTyped } from "../script/typed.js";

const PRESSABLE = [
  "button, a[href], input, textarea, select, canvas",
  ".tokviz, .js-plotly-plot", // a click on them may step
  "[role]:not([role=dialog], [role=region])",
  "[tabindex]:not([role=dialog], .stMain)", // which is all of the page
].join();
const BAR = "[data-class-bar]";
const ONLY_LOOKS = [
  BAR,
  "input[aria-label='Your try']", // at a path's task
  "a[href^='#word-']", // is explained
  // Of Streamlit's: what opens over the page, the menu's fold, tabs.
  POPOVER_BUTTON,
  `${POPOVER_BODY}:has(.st-key-about-box, .st-key-share-box)`,
  "[data-testid=stSidebarCollapseButton]",
  "[data-testid=stExpandSidebarButton]",
  "[role=tab]",
  // Ours: Code, Present, and what a replay shows of its step.
  ".st-key-tools",
  "[data-testid=tokviz-present]",
  "[data-testid=tokviz-code]",
  ".text, .caption, .minimap, .travel, .side-tabs, .more-pairs, .speed, .larger, .keys-mark",
].join();

export const HEARD = ["click", "input", "keydown", SWIPED];

/**
 * Does it change what the page shows? What is typed is an input, and a button's key a click.
 * @param {any} event a click, an input, a key, or that a swipe stepped
 */
export function isTouch(event) {
  if (event.type === SWIPED) return true;
  if (!event.isTrusted) return false;
  const path = event.composedPath().filter((target) => target instanceof Element);
  const within = (selector) => path.some((element) => element.matches(selector));
  if (event.type === "keydown")
    return isMove(event) || (event.key === "Enter" && isTyped(event) && !within(ONLY_LOOKS)); // it takes from a list
  return !within(ONLY_LOOKS) && (event.type === "input" || within(PRESSABLE));
}

const OPTION = "[data-testid=tokviz-option], .take"; // of a question, and a pair of the text as one

const STEPS_BY_HAND =
  ".controls, .pairs-foot, .curve, .side-vocabulary, .rows-pane, .js-plotly-plot";

/** Does it move a replay, or what shows its steps? @param {any} event */
export const isStep = (event) =>
  event.type === SWIPED ||
  (event.type === "keydown" && isMove(event)) ||
  event.composedPath().some((target) => target instanceof Element && target.matches(STEPS_BY_HAND));

/** Is it what answers a question, as the replays that ask draw it? @param {Event} event */
export const isOption = (event) =>
  event.composedPath().some((target) => target instanceof Element && target.matches(OPTION));
