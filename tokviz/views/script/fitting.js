// What fits its room: a caption that is too long for it is written smaller, a short text larger, and
// on a phone an answer, which has the room of its options. Presented, nobody scrolls; on a page a
// caption that is short enough is not measured, so that a step waits for no layout.

const SIZES = [1, 0.95, 0.9, 0.85, 0.8]; // of its words; presented, tokens stay 24 pixels high
const OF_ANSWERS = [1.3, 1.2, 1.1];
const MAY_OVERFLOW = 180; // characters
const PARTS = 16; // of a size: a text is written 1, 17/16, … or 32/16 times as large as others

/** @param {HTMLElement} caption */
export function fitCaption(caption) {
  caption.style.removeProperty("--fit");
  const isShort = (caption.textContent ?? "").length < MAY_OVERFLOW;
  const answers = fillsOptions(caption);
  if (isShort && !answers && !document.fullscreenElement) return;
  for (const size of answers ? [...OF_ANSWERS, ...SIZES] : SIZES) {
    if (size > 1) caption.style.setProperty("--fit", String(size));
    if (caption.scrollHeight <= caption.clientHeight) return;
    caption.style.setProperty("--fit", String(size));
  }
}

/** Who predicts has answered, and the style gives the caption the room of the options. */
const fillsOptions = (/** @type {HTMLElement} */ caption) =>
  caption.closest(".asking:not([data-question])") !== null &&
  getComputedStyle(caption).getPropertyValue("--measured") !== "";

/**
 * The largest size from `least` to as much and 1 that fits; `least` need not.
 * @param {(times: number) => boolean} fits
 * @param {number} least
 */
export function largestThatFits(fits, least = 1) {
  let [low, high] = [0, PARTS];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(least + middle / PARTS)) low = middle;
    else high = middle;
  }
  return least + low / PARTS;
}
