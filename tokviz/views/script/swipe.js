// A swipe over a replay steps it as the arrows do: to the left forward, to the right back.

/** What the page hears of a swipe that stepped: its touch may end on a token that is gone. */
export const SWIPED = "tokviz-swiped";
const FAR = 48; // pixels
const QUICK = 600; // milliseconds; who takes longer selects, or looks
const MOVED = "input, select, .curve, .minimap"; // what a finger moves by itself

/**
 * @param {{hand: {next(): void, back(): void}}} clock
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 */
export function stepBySwipe(clock, root, signal) {
  const begin = (event) => {
    if (event.touches.length > 1 || isMoved(event)) return;
    const [{ clientX, clientY }] = event.touches;
    const end = (ended) => {
      over.abort();
      const [finger] = ended.changedTouches;
      const right = finger.clientX - clientX;
      const enough = Math.max(FAR, 2 * Math.abs(finger.clientY - clientY));
      const isQuick = ended.timeStamp - event.timeStamp < QUICK;
      if (ended.touches.length > 0 || !isQuick || Math.abs(right) < enough) return;
      window.dispatchEvent(new Event(SWIPED));
      if (right < 0) clock.hand.next();
      else clock.hand.back();
    };
    // On the token itself: it may be drawn anew under the finger, and is off the page then.
    const [touched] = event.composedPath();
    const over = new AbortController(); // a finger that scrolls ends by a cancel
    const once = { once: true, signal: AbortSignal.any([signal, over.signal]) };
    touched.addEventListener("touchend", end, once);
    touched.addEventListener("touchcancel", () => over.abort(), once);
  };
  root.addEventListener("touchstart", begin, { passive: true, signal });
}

/** Does the finger lie on what it moves, or on what scrolls sideways? */
function isMoved(event) {
  const within = event.composedPath().filter((target) => target instanceof Element);
  return within
    .slice(0, within.indexOf(event.currentTarget))
    .some((element) => element.matches(MOVED) || scrollsSideways(element));
}

function scrollsSideways(element) {
  const overflow = getComputedStyle(element).overflowX;
  return (
    element.scrollWidth > element.clientWidth && (overflow === "auto" || overflow === "scroll")
  );
}
