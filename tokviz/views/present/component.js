// A button that shows the page's stage alone, over the whole screen.

import { oneEntryPerPage } from "../script/history.js";
import { tellWholeName } from "../script/names.js";

const STAGE = ".st-key-stage";

function present() {
  /** @type {HTMLElement | null} */
  const stage = document.querySelector(STAGE);
  const app = document.querySelector("[data-testid=stApp]");
  if (!stage || !app) return;
  // An element alone on the screen has no page behind it to lend it its colours.
  stage.dataset.theme = getComputedStyle(app).colorScheme === "dark" ? "dark" : "light";
  stage.requestFullscreen();
}

export default function mount({ parentElement }) {
  // Here, because this button stands first on every lesson.
  oneEntryPerPage();
  document.addEventListener("pointerover", tellWholeName);
  parentElement.querySelector("button").onclick = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else present();
  };
}
