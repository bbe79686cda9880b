// A button that shows the page's stage alone, over the whole screen.
//
// The whole page fills the screen, and its style (ui/shell/page.css) hides what is not to be seen:
// so a path's buttons, its box, the bar of a class and the words that are explained can be used.

import { oneEntryPerPage } from "../script/history.js";
import { tellWholeName } from "../script/names.js";

const STAGE = ".st-key-stage";
const page = document.documentElement;

/** @type {WeakMap<object, AbortController>} */
const LISTENERS = new WeakMap();

function present() {
  const app = document.querySelector("[data-testid=stApp]");
  if (!app || !document.querySelector(STAGE)) return;
  page.dataset.presented = getComputedStyle(app).colorScheme === "dark" ? "dark" : "light";
  page.requestFullscreen().catch(follow);
}

/** However the screen was left, the page is as it was. */
function follow() {
  if (!document.fullscreenElement) delete page.dataset.presented;
}

export default function mount({ parentElement }) {
  // Here, because this button stands first on every lesson.
  oneEntryPerPage();
  document.addEventListener("pointerover", tellWholeName);
  LISTENERS.get(parentElement)?.abort();
  const listeners = new AbortController();
  LISTENERS.set(parentElement, listeners);
  document.addEventListener("fullscreenchange", follow, { signal: listeners.signal });
  parentElement.querySelector("button").onclick = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else present();
  };
  return () => listeners.abort();
}
