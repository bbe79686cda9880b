// The player as Streamlit mounts it.

import { mounting } from "../script/mounting.js";
import { Player } from "./player.js";

const BELOW = ".st-key-below"; // there the page answers

export default mounting("player", (parent, clock, ask) => {
  if (!ask) return new Player(parent, { clock });
  const look = () => document.querySelector(BELOW)?.scrollIntoView();
  const whatIf = (pair) => {
    ask("what_if", pair);
    if (parent.closest?.(BELOW)) return;
    if (!document.fullscreenElement) return look();
    document.addEventListener("fullscreenchange", look, { once: true });
    document.exitFullscreen(); // presented, the stage alone is seen
  };
  return new Player(parent, { clock, whatIf });
});
