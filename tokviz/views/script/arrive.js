// A link to a lesson's plan, or another section, shows it: it is drawn far below and after all else.

/** What such a link ends in, and what it leads to. */
const PLACES = { "#plan": ".st-key-teach", "#section": ".st-key-below .stTabs" };
const LOOKS = 150; // PAUSE apart, for what is not drawn yet
const HOLDS = 30; // as long apart, while what is drawn above may push it down
const PAUSE = 100; // milliseconds
const ACTS = ["wheel", "keydown", "pointerdown", "touchstart"];
const ARRIVED = Symbol.for("tokviz arrived"); // on the window

/** Go there once, if the page was opened by such a link; who moves by herself stays where she is. */
export function goToPlan() {
  const [opened] = performance.getEntriesByType("navigation");
  const hash = Object.keys(PLACES).find((end) => opened?.name.endsWith(end));
  if (window[ARRIVED] || !hash) return;
  window[ARRIVED] = true;
  let [looks, holds] = [LOOKS, HOLDS];
  const stay = () => (looks = 0);
  for (const act of ACTS) window.addEventListener(act, stay, { capture: true, once: true });
  const look = () => {
    const place = document.querySelector(PLACES[hash]);
    place?.scrollIntoView({ block: "start" });
    if (place) holds -= 1;
    looks -= 1;
    if (looks > 0 && holds > 0) setTimeout(look, PAUSE);
  };
  look();
}
