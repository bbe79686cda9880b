// Two buttons that lead a replay, and those on its clock, to a step: as a film, or at once.

import { number } from "../script/dom.js";
import { unpack } from "../script/payload.js";
import { moveTo, onMove, playTo, rootOf } from "../script/place.js";

export default function mount({ parentElement, data }) {
  const { replay, step } = unpack(data).header;
  let waiting = new AbortController();
  /** A replay whose script has not come yet is led there once it is shown. */
  const lead = (/** @type {typeof moveTo} */ way) => {
    waiting.abort();
    waiting = new AbortController();
    const go = () => {
      if (!rootOf(replay)?.isConnected) return;
      waiting.abort();
      way(replay, step);
    };
    onMove(replay, go, waiting.signal);
    go();
  };
  const [play, go] = parentElement.querySelectorAll("button");
  play.textContent = `Play to step ${number(step)}`;
  play.title = "From the start, and stop where the two first differ.";
  play.onclick = () => lead(playTo);
  go.textContent = "Go there";
  go.title = `To step ${number(step)}, where the two first differ.`;
  go.onclick = () => lead(moveTo);
  return () => waiting.abort();
}
