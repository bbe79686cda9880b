// Scrolls a pane, and never the page.

const ROOM = 8; // pixels between what is brought into view and the edge

/**
 * @param {Element} box
 * @param {Element} pane
 */
export function bringIntoView(box, pane) {
  const [inner, outer] = [box.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (inner.top < outer.top) pane.scrollTop -= outer.top - inner.top + ROOM;
  else if (inner.bottom > outer.bottom) pane.scrollTop += inner.bottom - outer.bottom + ROOM;
}
