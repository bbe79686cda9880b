// The dialogs of a class, which lie over the page: which bar they belong to, and which is open.

/** @type {HTMLElement | null} */
let bar = null;

/** @param {HTMLElement} root of the bar that is on the page now */
export const dialogsOf = (root) => void (bar = root);

export const barOfClass = () => bar;

/** The name of the one that is open; "" where none is. */
export const openDialog = () =>
  bar?.querySelector("dialog[open]")?.getAttribute("aria-label") ?? "";
