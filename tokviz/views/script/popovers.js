// A popover that a key opened has the focus: it stands at the end of the page, where Tab would
// reach it after all else. Closed by Escape, its button has the focus again; Streamlit sees to it.
// One with a file on its way to the server stays open: Streamlit forgets the file of a closed one.

const BUTTON = "[data-testid=stPopoverButton]";
const BODY = "[data-testid=stPopoverBody]";
const ARRIVES = "[data-testid=stFileChipIconSpinner]";
const ON_ITS_WAY = `${BODY} ${ARRIVES}`;
// Nor does another tab, or another of the choices beside it, take the place of its box.
const CHOICES = "[role=tab], [role=radio]";
const CHOSEN_IN = `${BODY}, [data-testid=stTabs]`;
const PRESSES = ["pointerdown", "mousedown", "click", "focus", "keydown"]; // whichever chooses
const FRAMES = 60; // within which it is drawn

/** @param {MouseEvent} event a click; that of a key counts no presses */
export function goInside({ target, detail }) {
  const button = target instanceof Element && target.closest(BUTTON);
  if (button && !detail) focusOpened(button, FRAMES);
}

/** @param {AbortSignal} signal ends it */
export function keepWhereFilesArrive(signal) {
  const keep = (event) => document.querySelector(ON_ITS_WAY) && event.stopPropagation();
  const pressed = (event) => event.target.closest?.(`${BUTTON}[aria-expanded=true]`) && keep(event);
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
  const body = [...document.querySelectorAll(BODY)].at(-1);
  const isOpen = button.getAttribute("aria-expanded") === "true";
  if (isOpen && body instanceof HTMLElement) {
    body.tabIndex = -1; // a script may focus it, and no Tab
    body.focus({ preventScroll: true });
  } else if (frames) requestAnimationFrame(() => focusOpened(button, frames - 1));
}
