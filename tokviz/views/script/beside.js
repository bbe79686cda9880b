// What stands beside the text of a merge replay: the pairs of a step, or the vocabulary so far.
//
// Who chose sees the same beside every replay, and on every page until one is loaded anew.
// Components are modules of their own and share the page alone, so it is kept there.

/** @typedef {"pairs" | "vocabulary"} Beside */

const BESIDE = Symbol.for("tokviz beside"); // on the window

/** @returns {{shown: Beside, target: EventTarget}} */
const kept = () => (window[BESIDE] ??= { shown: "pairs", target: new EventTarget() });

export const shownBeside = () => kept().shown;

/** @param {Beside} shown */
export function showBeside(shown) {
  if (kept().shown === shown) return;
  kept().shown = shown;
  kept().target.dispatchEvent(new Event("change"));
}

/**
 * @param {() => void} heard
 * @param {AbortSignal} signal
 */
export const onBeside = (heard, signal) =>
  kept().target.addEventListener("change", heard, { signal });
