// Scrolls a pane, and never the page.

const ROOM = 8; // pixels between what is brought into view and the edge

const LEAST = 64; // pixels of a pane in the window, of which something can be read

/**
 * How much of a pane's foot the window's edge hides; 0 where too little of it is in the window.
 * @param {Element} pane
 */
export function hiddenFoot(pane) {
  const { top, bottom } = pane.getBoundingClientRect();
  return innerHeight - top < LEAST ? 0 : Math.max(0, bottom - innerHeight);
}

/**
 * @param {Element} box
 * @param {Element} pane
 * @param {number} hidden pixels at its foot that nobody sees
 */
export function bringIntoView(box, pane, hidden = 0) {
  const [inner, outer] = [box.getBoundingClientRect(), pane.getBoundingClientRect()];
  const foot = outer.bottom - hidden;
  if (inner.top < outer.top) pane.scrollTop -= outer.top - inner.top + ROOM;
  else if (inner.bottom > foot) pane.scrollTop += inner.bottom - foot + ROOM;
}
