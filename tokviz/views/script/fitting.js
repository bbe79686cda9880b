// Presented, nobody scrolls: a caption that is too long for its room is written smaller.

const SIZES = [1, 0.95, 0.9, 0.85, 0.8]; // of its words; tokens stay 24 pixels high (player.css)

/** @param {HTMLElement} caption */
export function fitCaption(caption) {
  caption.style.removeProperty("--fit");
  if (!document.fullscreenElement) return;
  for (const size of SIZES) {
    if (caption.scrollHeight <= caption.clientHeight) return;
    caption.style.setProperty("--fit", String(size));
  }
}
