// A phone held sideways is wide enough for Streamlit to leave the menu open, and too low for more
// than the page beside it. So the menu is folded once where the app opens; who opens it keeps it.

const SEEN = Symbol.for("tokviz menu"); // on the window: components share nothing but the page
const LOW = "(max-height: 480px)";
const MENU_LOOKS = 50; // for a menu that is not drawn yet
const MENU_PAUSE = 100; // milliseconds between two of them

export function foldMenuOnce(looks = MENU_LOOKS) {
  if (window[SEEN] || !matchMedia(LOW).matches) return;
  /** @type {HTMLElement | null} */
  const menu = document.querySelector(".stSidebar");
  if (!menu) {
    if (looks) setTimeout(() => foldMenuOnce(looks - 1), MENU_PAUSE);
    return;
  }
  window[SEEN] = true;
  /** @type {HTMLElement | null} */
  const fold = menu.querySelector("[data-testid=stSidebarCollapseButton] button");
  if (menu.dataset.collapsed === "false") fold?.click();
}
