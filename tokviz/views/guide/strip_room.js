// How high the words and buttons of the strip are: it, and the stage above it, make room for all of
// them (ui/shell/guide.css).

export const STRIP = ".st-key-guide";
const WORDS = ".st-key-guide_words";
const ROW = ".st-key-guide_row";
const HEIGHT = "--tokviz-guide"; // of the page, in pixels

/** The strip is a region with a name; null where it is not drawn yet. */
export function nameStrip() {
  const strip = document.querySelector(STRIP);
  strip?.setAttribute("role", "region");
  strip?.setAttribute("aria-label", "Guided path");
  document.querySelector(WORDS)?.setAttribute("aria-live", "polite");
  return strip;
}

export class StripRoom {
  /** @type {Element | null} */ row = null;
  resized = new ResizeObserver(() => {
    const height = Math.ceil(this.row?.getBoundingClientRect().height ?? 0);
    document.documentElement.style.setProperty(HEIGHT, `${height}px`);
  });

  /** Streamlit may have drawn it anew. */
  follow() {
    const row = document.querySelector(ROW);
    if (row === this.row) return;
    this.leave();
    this.row = row;
    if (row) this.resized.observe(row);
  }

  leave() {
    this.resized.disconnect();
    this.row = null;
    document.documentElement.style.removeProperty(HEIGHT);
  }
}
