// A popover that a key opened has the focus: it stands at the end of the page, where Tab would
// reach it after all else. Closed by Escape, its button has the focus again; Streamlit sees to it.

const BUTTON = "[data-testid=stPopoverButton]";
const BODY = "[data-testid=stPopoverBody]";
const FRAMES = 60; // within which it is drawn

/** @param {MouseEvent} event a click; that of a key counts no presses */
export function goInside({ target, detail }) {
  const button = target instanceof Element && target.closest(BUTTON);
  if (button && !detail) focusOpened(button, FRAMES);
}

function focusOpened(button, frames) {
  const body = [...document.querySelectorAll(BODY)].at(-1);
  const isOpen = button.getAttribute("aria-expanded") === "true";
  if (isOpen && body instanceof HTMLElement) {
    body.tabIndex = -1; // a script may focus it, and no Tab
    body.focus({ preventScroll: true });
  } else if (frames) requestAnimationFrame(() => focusOpened(button, frames - 1));
}
