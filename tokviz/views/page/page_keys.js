// Keys that scroll the page, from the first press on.
//
// Streamlit's page is a pane within the window, and keys scroll a pane only once the reader has
// clicked into it. So where nothing has the focus, and no replay and no path uses the key, the pane
// gets it just before the browser looks for what to scroll. Presented, the page stays where it is,
// and strips, which have no steps, scroll in its place, row by row of all of them. While a replay is
// on its way, no key takes the page away from under it. From the foot of the first page a clicker
// goes on to the first lesson.

import { CLICKER_PRIORITY, claimClicker } from "../script/keys.js";
import { isCommand } from "../script/typed.js";
import { pageByRows } from "./paging.js";

const SCROLLS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", " "]);
const PAGE = "[data-testid=stMain]";
const FIRST_LESSON = ".st-key-first_lesson a";
const STRIPS = ".strips-pane";
const PANES = `${STRIPS}, .side, .chips, .rows-pane, .graph, .code-pane, .caption`;
const SHOWN = `[data-step], ${STRIPS}`; // once its script has come

/** Let the keys scroll as long as `signal` lasts. @param {AbortSignal} signal */
export function scrollByKeys(signal) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (pagesStrips(event)) return event.preventDefault();
    const isAlone = event.target === document.body && !event.defaultPrevented;
    if (!isAlone || !SCROLLS.has(event.key) || isCommand(event)) return;
    if (document.querySelector(".st-key-stage") && !onStage(SHOWN)) return;
    const isPresented = "presented" in document.documentElement.dataset;
    /** @type {any} */
    const pane = isPresented ? onStage(STRIPS) : document.querySelector(PAGE);
    focusUnseen(pane);
    if (isPresented && pane && pages(event, pane)) event.preventDefault();
  };
  document.addEventListener("keydown", heard, { signal });
  document.addEventListener("pointerup", unframeClicked, { signal });
}

/**
 * Where the page has a first lesson, and nothing of it is left to scroll, a clicker's forward goes
 * there: who walks the lessons with one needs no other device to begin.
 * @param {AbortSignal} signal
 */
export function goOnFromFoot(signal) {
  const forward = (/** @type {boolean} */ isHeld) => {
    const lesson = document.querySelector(FIRST_LESSON);
    const page = document.querySelector(PAGE);
    if (!(lesson instanceof HTMLElement) || !page || isHeld) return false;
    if (page.scrollTop + page.clientHeight < page.scrollHeight - 1) return false;
    lesson.click();
    return true;
  };
  const priority = CLICKER_PRIORITY.foot;
  claimClicker({ owner: "foot of the first page", priority, forward, back: () => false }, signal);
}

/** Is it a page of the strips that have the focus? */
function pagesStrips(/** @type {KeyboardEvent} */ event) {
  const [focused] = event.composedPath();
  const isStrips = focused instanceof HTMLElement && focused.matches(STRIPS);
  return isStrips && !event.defaultPrevented && !isCommand(event) && pages(event, focused);
}

/** @param {KeyboardEvent} event @param {HTMLElement} pane */
const pages = ({ key }, pane) =>
  (key === "PageDown" || key === "PageUp") && pageByRows(pane, key === "PageDown");

/** A click on its ground gives a pane the focus, and the first key would have it framed. */
function unframeClicked() {
  /** @type {any} */
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (focused?.matches(PAGE)) focusUnseen(focused);
  else if (focused?.matches(PANES)) focused.blur();
}

/** The first element of the stage's components that a selector finds. */
function onStage(/** @type {string} */ selector) {
  const parts = [...document.querySelectorAll(".st-key-stage *")];
  const found = parts.map((part) => part.shadowRoot?.querySelector(selector));
  return found.find((element) => element) ?? null;
}

/** The reader did not go there, so it is not framed (page.css). @param {any} pane */
function focusUnseen(pane) {
  if (!pane) return;
  if (!pane.hasAttribute("tabindex")) pane.tabIndex = -1;
  pane.style.outline = "none";
  pane.dataset.unframed = "";
  const framed = () => {
    pane.style.outline = "";
    delete pane.dataset.unframed;
  };
  pane.addEventListener("blur", framed, { once: true });
  pane.focus({ preventScroll: true });
}
