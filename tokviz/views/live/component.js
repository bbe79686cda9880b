// Sends the text boxes of Streamlit's while the reader types in them.
//
// Such a box, of one line or of many, sends what stands in it when Ctrl+Enter is pressed; here the
// script presses it. The first letter goes at once. Later ones wait for a short pause, a longer text
// for a longer one, and so does a letter that is still being composed, as in Korean. Focus, caret
// and undo are the box's.

import { listenersOfCall } from "../script/calls.js";
import { isAtRest } from "../script/running.js";
import { cutPastes } from "./paste.js";
import { takeAwayIds } from "./take_away.js";

const NAMES = [".st-key-live", ".st-key-live_new", ".st-key-live_held"];
const PLACES = [...NAMES, ".st-key-live_second", ".st-key-live_ids", ".st-key-live_chat"];
const BOX = `:is(${PLACES.join(", ")}) :is(textarea, input)`;
const PAUSE = 150; // milliseconds
const PER_CHARACTER = 0.001;

const CTRL_ENTER = { key: "Enter", code: "Enter", ctrlKey: true, bubbles: true, cancelable: true };

/**
 * For all calls: what waits is sent although a new theme calls this script again.
 * @type {WeakMap<Element, ReturnType<typeof setTimeout>>}
 */
const timers = new WeakMap();
let sent = -Infinity;

function send(box) {
  if (!box.isConnected) return;
  sent = performance.now();
  box.dispatchEvent(new KeyboardEvent("keydown", CTRL_ENTER));
}

export default function mount({ parentElement }) {
  const listeners = listenersOfCall(parentElement);
  const typed = (event) => {
    const box = event.target;
    if (!box.matches?.(BOX)) return;
    clearTimeout(timers.get(box));
    if (event.isComposing) return;
    const pause = PAUSE + PER_CHARACTER * box.value.length;
    // At rest no answer is awaited.
    const rests = isAtRest() && performance.now() - sent > pause;
    timers.set(
      box,
      setTimeout(() => send(box), rests ? 0 : pause),
    );
  };
  for (const type of ["input", "compositionend"])
    document.addEventListener(type, typed, { signal: listeners.signal });
  cutPastes(listeners.signal);
  takeAwayIds(listeners.signal);
  return () => listeners.abort();
}
