// A place for what is drawn later: it asks for it when it comes into sight, or soon, and once for
// each data.
//
// It asks when no run of the page is on: that run may bring other data, and asking twice at a time
// is more than Streamlit's queue of messages holds. So of the places that ask soon one asks for all.
// The answer takes the place away. Where it does not come, the question or a part of the answer was
// lost on the way, and the place asks again, each time after a longer pause.
//
// Printing does not wait for an answer: what was not drawn yet says so on paper, and asks then.

import { listenersOfCall } from "../script/calls.js";
import { isAtRest } from "../script/running.js";

const EDGE = { rootMargin: "0px 0px -10% 0px" }; // the first lines of it are not looked at yet
const PAUSE = 50; // milliseconds
const PATIENCE = 2_000; // milliseconds from the first question to the second
const SOON = "soon ";
const LOW = "low ";

/** @type {AbortSignal | null} */
let first = null; // of the places that ask soon

/** When the browser has painted what is there; one that never rests is not waited for. */
const idle = (/** @type {() => void} */ act) =>
  (globalThis.requestIdleCallback ?? ((later) => setTimeout(later, PAUSE)))(act, {
    timeout: PATIENCE,
  });

/**
 * Ask until the answer has come.
 * @param {AbortSignal} signal @param {() => void} send @param {number} patience
 */
function ask(signal, send, patience = PATIENCE) {
  if (signal.aborted) return;
  if (!isAtRest()) {
    setTimeout(() => idle(() => ask(signal, send, patience)), PAUSE);
    return;
  }
  send();
  setTimeout(() => ask(signal, send, 2 * patience), patience);
}

/** @param {AbortSignal} signal @param {() => void} send */
function askSoon(signal, send) {
  if (first && !first.aborted) return;
  first = signal;
  setTimeout(() => idle(() => ask(signal, send)), PAUSE);
}

/** @param {Element} place @param {AbortSignal} signal @param {() => void} send */
function askInSight(place, signal, send) {
  let asked = false;
  const askOnce = () => {
    if (asked) return;
    asked = true;
    watch.disconnect();
    ask(signal, send);
  };
  const watch = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) askOnce();
  }, EDGE);
  signal.addEventListener("abort", () => watch.disconnect());
  watch.observe(place);
  if (!place.hasAttribute("data-low")) addEventListener("beforeprint", askOnce, { signal });
}

export default function mount({ parentElement, data, setTriggerValue }) {
  const watching = listenersOfCall(parentElement);
  const place = parentElement.querySelector(".place");
  const send = () => setTriggerValue("sight", true);
  const said = new TextDecoder().decode(data);
  const soon = said.startsWith(SOON);
  place.toggleAttribute("data-soon", soon);
  place.toggleAttribute("data-low", said.startsWith(LOW));
  if (soon) askSoon(watching.signal, send);
  else askInSight(place, watching.signal, send);
  return () => watching.abort();
}
