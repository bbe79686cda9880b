// Two buttons that lead a replay, and those on its clock, to a step: as a film, or at once.

import { unpack } from "../script/payload.js";
import { moveTo, playTo } from "../script/place.js";

export default function mount({ parentElement, data }) {
  const { replay, step } = unpack(data).header;
  const [play, go] = parentElement.querySelectorAll("button");
  play.textContent = `Play to step ${step}`;
  play.title = "From the start, and stop where the two part.";
  play.onclick = () => playTo(replay, step);
  go.textContent = "Go there";
  go.title = `To step ${step}, where the two part.`;
  go.onclick = () => moveTo(replay, step);
}
