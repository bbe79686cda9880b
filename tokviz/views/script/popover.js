// Streamlit's popovers: their buttons, what they open, and how that is closed.

export const POPOVER_BUTTON = "[data-testid=stPopoverButton]";
export const POPOVER_OPENED = `${POPOVER_BUTTON}[aria-expanded=true]`; // the button of an open one
export const POPOVER_BODY = "[data-testid=stPopoverBody]";

/** Close the one that is open, as its button does. */
export function closePopover() {
  /** @type {HTMLElement | null} */ (document.querySelector(POPOVER_OPENED))?.click();
}
