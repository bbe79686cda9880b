// A link to a section of a page shows it: it is drawn far below and after all else. So does a
// button that opens one (tabs.js).

import { SECTION_LINK, SECTIONS } from "./sections.js";

const TRIES_TO_SHOW = 150; // SHOWN_AGAIN apart, for what is not drawn yet
const HOLDS_IT = 30; // as long apart, while what is drawn above may push it down
const SHOWN_AGAIN = 100; // milliseconds
const OWN_MOVES = ["wheel", "keydown", "pointerdown", "touchstart"];
const ARRIVED = Symbol.for("tokviz arrived"); // on the window

/** Go there once, if the page was opened by such a link; who moves by herself stays where she is. */
export function goToSection() {
  const [opened] = performance.getEntriesByType("navigation");
  if (window[ARRIVED] || !opened?.name.endsWith(SECTION_LINK)) return;
  window[ARRIVED] = true;
  showSections();
}

/** Go there, and stay while what is drawn above may push it down. */
export function showSections() {
  let [looks, holds] = [TRIES_TO_SHOW, HOLDS_IT];
  const stay = () => (looks = 0);
  for (const act of OWN_MOVES) window.addEventListener(act, stay, { capture: true, once: true });
  const look = () => {
    const place = document.querySelector(SECTIONS);
    place?.scrollIntoView({ block: "start" });
    if (place) holds -= 1;
    looks -= 1;
    if (looks > 0 && holds > 0) setTimeout(look, SHOWN_AGAIN);
  };
  look();
}
