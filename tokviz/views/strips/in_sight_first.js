// A pane that scrolls opens with the boxes in sight; the others come once the browser has painted
// these. Laying out a long text takes most of what its reader waits for, and nine tenths of it lie
// below the pane's edge. A pane that shows all that it has, as one that does not scroll, has it at once.

const FILLING = 40; // boxes that are laid out at first; where they do not fill the pane, twice as many
const PAUSE = 50; // milliseconds, in a page that is not painted

/** After the next painting. */
const painted = (/** @type {() => void} */ act) => {
  const late = setTimeout(act, PAUSE);
  requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(act);
  });
};

/**
 * Take the boxes below the edge out of a pane, and put them back soon: at once for who prints, or
 * comes into it by key.
 * @param {HTMLElement} pane which is drawn and on its page
 * @param {() => void} whole is called when they are back
 */
export function inSightFirst(pane, whole) {
  const rest = [...pane.childNodes].slice(FILLING);
  for (const box of rest) box.remove();
  for (let more = FILLING; rest.length && pane.scrollHeight <= pane.clientHeight; more *= 2)
    pane.append(...rest.splice(0, more));
  if (!rest.length) return;
  const back = new AbortController();
  const putBack = () => {
    if (back.signal.aborted) return;
    back.abort();
    pane.append(...rest);
    if (pane.isConnected) whole();
  };
  addEventListener("beforeprint", putBack, { signal: back.signal });
  pane.addEventListener("focusin", putBack, { signal: back.signal });
  painted(putBack);
}
