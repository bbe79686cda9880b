// A phone held sideways is wide enough for Streamlit to leave the menu open, and too low for more
// than controls beside it. So the menu is folded once where a lesson opens; who opens it keeps it.

const SEEN = Symbol.for("tokviz menu"); // on the window: components share nothing but the page
const LOW = "(max-height: 480px)";

export function foldMenuOnce() {
  /** @type {HTMLElement | null} */
  const menu = document.querySelector(".stSidebar");
  if (window[SEEN] || !menu) return;
  window[SEEN] = true;
  /** @type {HTMLElement | null} */
  const fold = menu.querySelector("[data-testid=stSidebarCollapseButton] button");
  if (menu.dataset.collapsed === "false" && matchMedia(LOW).matches) fold?.click();
}
