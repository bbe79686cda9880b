// The player as Streamlit mounts it.

import { holdAtTop } from "../script/holding.js";
import { mounting } from "../script/mounting.js";

import { presentInstead } from "./instead.js";
import { Player } from "./player.js";

const BELOW = ".st-key-below"; // there the page answers
const PARTED = `${BELOW} .they-part`; // with both replays behind it

export default mounting("player", (parent, clock, ask) => {
  if (!ask) return new Player(parent, { clock });
  const look = () =>
    holdAtTop(() => document.querySelector(PARTED) ?? document.querySelector(BELOW));
  const whatIf = (pair) => {
    ask("what_if", pair);
    if (parent.closest?.(BELOW)) return;
    if (document.fullscreenElement) presentInstead(BELOW, look);
    else look();
  };
  return new Player(parent, { clock, whatIf });
});
