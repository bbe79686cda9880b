// A caption that is too long for its room is written smaller. Presented, nobody scrolls; on a page
// one that is short enough is not measured, so that a step waits for no layout.

const SIZES = [1, 0.95, 0.9, 0.85, 0.8]; // of its words; presented, tokens stay 24 pixels high
const MAY_OVERFLOW = 180; // characters

/** @param {HTMLElement} caption */
export function fitCaption(caption) {
  caption.style.removeProperty("--fit");
  if (!document.fullscreenElement && (caption.textContent ?? "").length < MAY_OVERFLOW) return;
  for (const size of SIZES) {
    if (caption.scrollHeight <= caption.clientHeight) return;
    caption.style.setProperty("--fit", String(size));
  }
}
