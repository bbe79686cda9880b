// A popover that a key opened has the focus: it stands at the end of the page, where Tab would
// reach it after all else. Closed by Escape, its button has the focus again; Streamlit sees to it.
// While it is open, Tab goes through it between its button and what follows the button.
// One with a file on its way to the server stays open: Streamlit forgets the file of a closed one.

import { POPOVER_BODY, POPOVER_BUTTON, POPOVER_OPENED } from "../script/popover.js";

const ARRIVES = "[data-testid=stFileChipIconSpinner]";
const ON_ITS_WAY = `${POPOVER_BODY} ${ARRIVES}`;
// Nor does another tab, or another of the choices beside it, take the place of its box.
const CHOICES = "[role=tab], [role=radio]";
const CHOSEN_IN = `${POPOVER_BODY}, [data-testid=stTabs]`;
const PRESSES = ["pointerdown", "mousedown", "click", "focus", "keydown"]; // whichever chooses
const FRAMES = 60; // within which it is drawn

/** @param {MouseEvent} event a click; that of a key counts no presses */
export function goInside({ target, detail }) {
  const button = target instanceof Element && target.closest(POPOVER_BUTTON);
  if (button && !detail) focusOpened(button, FRAMES);
}

/**
 * Where Tab would leave a popover, it leaves the popover's button, and the other way round.
 * @param {KeyboardEvent} event
 */
export function tabThrough(event) {
  const button = document.querySelector(POPOVER_OPENED);
  const body = [...document.querySelectorAll(POPOVER_BODY)].at(-1);
  const from = event.composedPath()[0];
  if (event.key !== "Tab" || !body || !(button instanceof HTMLElement)) return;
  if (from === button && !event.shiftKey) focusInside(body);
  else if (event.composedPath().includes(body) && isLast(from, body, event.shiftKey)) {
    button.focus();
    if (event.shiftKey) event.preventDefault(); // Tab goes on from the button
  }
}

/**
 * Floating UI, which holds a popover, takes what is in it from Tab when the focus leaves, and gives
 * it back when the focus comes: not in shadow roots, though it takes it there as well.
 * @param {FocusEvent} event
 */
export function giveBack({ target }) {
  const body = target instanceof Element && target.closest(POPOVER_BODY);
  for (const one of body ? shadowed(body) : []) {
    const { tabindex } = one.dataset;
    delete one.dataset.tabindex;
    if (tabindex) one.setAttribute("tabindex", tabindex);
    else one.removeAttribute("tabindex");
  }
}

/** @param {AbortSignal} signal ends it */
export function keepWhereFilesArrive(signal) {
  const keep = (event) => document.querySelector(ON_ITS_WAY) && event.stopPropagation();
  const pressed = (event) => event.target.closest?.(POPOVER_OPENED) && keep(event);
  const typed = (event) => event.key === "Escape" && keep(event);
  const chosen = (event) => {
    const around = event.target.closest?.(CHOICES)?.closest(CHOSEN_IN);
    if (around?.querySelector(ARRIVES)) event.stopPropagation();
  };
  for (const press of PRESSES) addEventListener(press, chosen, { signal, capture: true });
  // Who leaves the page leaves the file behind: a link waits for it, a reload is asked about.
  const followed = (event) => {
    const link = event.target.closest?.("a[href]");
    const opensHere = link && link.target !== "_blank" && !link.download;
    const beside = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!opensHere || beside || !document.querySelector(ARRIVES)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const left = (event) => document.querySelector(ARRIVES) && event.preventDefault();
  addEventListener("click", followed, { signal, capture: true });
  addEventListener("beforeunload", left, { signal });
  addEventListener("click", pressed, { signal, capture: true });
  addEventListener("keydown", typed, { signal, capture: true });
  // What is pressed beside it hears of it; the document, where Streamlit listens, does not.
  document.body.addEventListener("click", keep, { signal });
}

function focusOpened(button, frames) {
  const body = [...document.querySelectorAll(POPOVER_BODY)].at(-1);
  const isOpen = button.getAttribute("aria-expanded") === "true";
  if (isOpen && body) focusInside(body);
  else if (frames) requestAnimationFrame(() => focusOpened(button, frames - 1));
}

function focusInside(body) {
  body.tabIndex = -1; // a script may focus it, and no Tab
  body.focus({ preventScroll: true });
}

/** Does Tab reach nothing of the popover after this one? Or before it, with Shift. */
function isLast(from, body, backwards) {
  const all = reached(body).filter((one) => one === from || !isSameChoice(one, from));
  return (
    all.length === 0 || from === (backwards ? all[0] : all.at(-1)) || (backwards && from === body)
  );
}

/** All that is in it, in the order of the page. */
function* within(root) {
  for (const one of root.querySelectorAll("*")) {
    yield one;
    if (one.shadowRoot) yield* within(one.shadowRoot);
  }
}

const reached = (body) =>
  [...within(body)].filter(
    (one) =>
      one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }),
  );

const shadowed = (body) =>
  [...within(body)].filter((one) => "tabindex" in one.dataset && !body.contains(one));

/** Arrow keys go from one to the other, not Tab. */
const isSameChoice = (one, other) =>
  one.type === "radio" && other.type === "radio" && one.name === other.name;
